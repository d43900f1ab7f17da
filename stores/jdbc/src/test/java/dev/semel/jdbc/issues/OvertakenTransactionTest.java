package dev.semel.jdbc.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Pools;
import dev.semel.servers.PostgresServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a transaction whose record a leased call has taken")
class OvertakenTransactionTest {
    @Test
    @DisplayName("was not committed: its key runs again after the leased call")
    void noTombstone() throws Exception {
        String name = "taken." + UUID.randomUUID().toString().substring(0, 8);
        CountDownLatch end = new CountDownLatch(1);
        try (HikariDataSource pool = Pools.of(PostgresServer.shared(), config -> {})) {
            JdbcStore store = JdbcStore.builder(pool).createSchema(true).build();
            Operation<String> operation = Semel.on(store)
                    .operation(name, Codec.text())
                    .lease(Duration.ofMinutes(5))
                    .build();
            try (Connection connection = pool.getConnection()) {
                connection.setAutoCommit(false);
                assertThatThrownBy(() -> operation
                                .in(store.transaction(connection))
                                .once("k", "r", same -> {
                                    takeAndDie(pool, operation, name, end);
                                    return "receipt";
                                }))
                        .isInstanceOf(IllegalStateException.class);
                connection.rollback();
            }
            assertThat(operation.once("k", "r", () -> "again")).isEqualTo("again");
        } finally {
            end.countDown();
        }
    }

    /** Claims the record by a leased call that never returns, and whose lease expires before the transaction ends. */
    private static void takeAndDie(HikariDataSource pool, Operation<String> operation, String name, CountDownLatch end)
            throws SQLException {
        CountDownLatch claimed = new CountDownLatch(1);
        Thread owner = new Thread(() -> operation.once("k", "r", () -> {
            claimed.countDown();
            return String.valueOf(await(end));
        }));
        owner.setDaemon(true);
        owner.setUncaughtExceptionHandler((thread, thrown) -> {});
        owner.start();
        assertThat(await(claimed)).isTrue();
        try (Connection another = pool.getConnection();
                PreparedStatement update = another.prepareStatement(
                        "UPDATE semel_record SET lease_end = (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
                                + " WHERE operation = ?")) {
            update.setString(1, name);
            assertThat(update.executeUpdate()).isEqualTo(1);
        }
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
