package dev.semel.jdbc.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Pools;
import dev.semel.jdbc.Sources;
import dev.semel.servers.MariaDbServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Connections were refused for their catalog, although the table's name includes its database. */
@DisplayName("a pool on MariaDB whose connections have several catalogs")
class QualifiedTableTest {
    // A pool for this test alone: HikariCP does not reset a catalog for which it has no setting.
    private final HikariDataSource pool = Pools.of(MariaDbServer.shared(), config -> {});
    private final String tenants = "tenant_" + UUID.randomUUID().toString().substring(0, 8);
    private final AtomicInteger lent = new AtomicInteger();

    /** Returns connections to two databases in turn. */
    private Connection next() throws SQLException {
        Connection connection = pool.getConnection();
        connection.setCatalog(tenants + lent.incrementAndGet() % 2);
        return connection;
    }

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    @DisplayName("F8 is accepted for a table in one database, and refused for the table of each connection")
    void qualified() throws SQLException {
        String home;
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            home = connection.getCatalog();
            statement.execute("CREATE DATABASE " + tenants + "0");
            statement.execute("CREATE DATABASE " + tenants + "1");
        }
        DataSource byTenant = Sources.of(this::next);
        try (JdbcStore store = JdbcStore.builder(byTenant)
                .table(home + ".semel_record")
                .createSchema(true)
                .build()) {
            Operation<String> operation =
                    Semel.on(store).operation("qualified", Codec.text()).build();
            for (int i = 0; i < 10; i++) {
                String key = tenants + i;
                String receipt = operation.once(key, "r", () -> "receipt of " + key);
                assertThat(operation.once(key, "r", () -> "never")).isEqualTo(receipt);
            }
        }
        assertThatThrownBy(() -> {
                    try (JdbcStore store =
                            JdbcStore.builder(byTenant).createSchema(true).build()) {
                        Operation<String> operation = Semel.on(store)
                                .operation("unqualified", Codec.text())
                                .build();
                        for (int i = 0; i < 10; i++) {
                            operation.once(tenants + i, "r", () -> "receipt");
                        }
                    }
                })
                .isInstanceOf(StoreException.class)
                .hasStackTraceContaining("several databases");
    }
}
