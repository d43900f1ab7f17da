package dev.semel.jdbc.issues;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Pools;
import dev.semel.servers.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName(
        "A4 a call in a transaction that read the record as its retention ended was refused after its work, on PostgreSQL")
class OverWhileLookingTest {
    private static final Duration RETENTION = Duration.ofSeconds(2);

    private final String table = "over_" + UUID.randomUUID().toString().substring(0, 8);

    @Test
    @DisplayName("A4 it is executed")
    void executed() throws Exception {
        for (int i = 0; !isExecutedInTime("k" + i); i++) {
            assertThat(i)
                    .as("tries on a machine that is too slow to be there in time")
                    .isLessThan(5);
        }
    }

    /** Returns whether the call reached the record in time; if so, it must be executed. */
    private boolean isExecutedInTime(String key) throws Exception {
        try (HikariDataSource pool = Pools.of(PostgresServer.shared(), config -> {})) {
            JdbcStore store =
                    JdbcStore.builder(pool).table(table).createSchema(true).build();
            Operation<String> operation = Semel.on(store)
                    .operation("over", Codec.text())
                    .retention(RETENTION)
                    .build();
            operation.in(store.transactions()).once(key, "r", same -> "first");
            long overAt = System.nanoTime() + RETENTION.toNanos();
            CompletableFuture<Outcome<String>> second;
            boolean awaited;
            try (Connection holder = pool.getConnection()) {
                holder.setAutoCommit(false);
                execute(holder, "LOCK TABLE " + table);
                second = CompletableFuture.supplyAsync(
                        () -> operation.in(store.transactions()).attempt(key, "r", same -> "second"));
                do {
                    Thread.sleep(5);
                    awaited = isAwaited(holder);
                } while (!awaited && System.nanoTime() < overAt);
                // Now it has the lock of the record, and the time. It sees the row only after this
                // connection releases it.
                TimeUnit.NANOSECONDS.sleep(overAt - System.nanoTime());
                holder.rollback();
            }
            assertThat(second.get(30, TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(
                            Outcome.Executed.class,
                            executed -> assertThat(executed.value()).isEqualTo("second"));
            return awaited;
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private boolean isAwaited(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT COUNT(*) FROM pg_locks WHERE NOT granted"
                        + " AND relation = '" + table + "'::regclass")) {
            found.next();
            return found.getInt(1) > 0;
        }
    }
}
