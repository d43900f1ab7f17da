package dev.semel.jdbc.issues;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Fingerprint;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Pools;
import dev.semel.servers.JdbcServer;
import dev.semel.servers.MariaDbServer;
import dev.semel.servers.PostgresServer;
import dev.semel.store.ClaimRequest;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Token;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A claim that began before a record was forgotten, and reached it afterwards, became its second attempt. */
@DisplayName("a forgotten record")
class ForgottenForAllTest {
    private final String table = "forgotten_" + UUID.randomUUID().toString().substring(0, 8);

    @Test
    @DisplayName("is expired by the time of any claim that is in flight")
    void expired() throws SQLException {
        for (JdbcServer server : List.of(PostgresServer.shared(), MariaDbServer.shared())) {
            try (HikariDataSource pool = Pools.of(server, config -> {})) {
                JdbcStore store =
                        JdbcStore.builder(pool).table(table).createSchema(true).build();
                RecordId id = new RecordId("forgotten", "", "k");
                LeaseTerms terms = new LeaseTerms(Duration.ofMinutes(1), null);
                Token token = store.claim(
                                new ClaimRequest(id, Fingerprint.ofText("r"), () -> new Nonce(1, 2), terms, false))
                        .record()
                        .token();
                store.release(id, token, ReleaseAs.RUNNABLE, Duration.ZERO);
                assertThat(expiredBeforeItsCreation(pool)).isTrue();
            }
        }
    }

    private boolean expiredBeforeItsCreation(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT created_at, expires_at FROM " + table)) {
            assertThat(row.next()).isTrue();
            return row.getLong(2) < row.getLong(1);
        }
    }
}
