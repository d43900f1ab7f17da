package dev.semel.jdbc.issues;

import static dev.semel.policy.Policies.waitUpTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Pools;
import dev.semel.servers.MariaDbServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("D3 a caller whose transaction MariaDB had rolled back got an answer, and committed without its rows")
class RolledBackBehindTheCallerTest {

    private static Operation<String> operation(JdbcStore store, Duration patience) {
        return Semel.on(store)
                .operation("behind", Codec.text())
                .whileRunning(waitUpTo(patience))
                .build();
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int rows(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT COUNT(*) FROM behind")) {
            found.next();
            return found.getInt(1);
        }
    }

    /** Writes a row, calls, and commits if it gets an answer; otherwise returns the exception. */
    private static Throwable writeAndCall(HikariDataSource pool, JdbcStore store, Operation<String> operation)
            throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            execute(connection, "SELECT COUNT(*) FROM behind");
            execute(connection, "INSERT INTO behind VALUES (1)");
            Throwable thrown = catchThrowable(
                    () -> operation.in(store.transaction(connection)).attempt("k", "r", same -> "never"));
            if (thrown == null) {
                connection.commit();
            } else {
                connection.rollback();
            }
            return thrown;
        }
    }

    private static void check(MariaDbServer server, String initially, boolean winnerCommits) throws Exception {
        try (HikariDataSource pool = Pools.of(server, config -> config.setConnectionInitSql(initially))) {
            JdbcStore store = JdbcStore.builder(pool).createSchema(true).build();
            Operation<String> operation = operation(store, Duration.ofSeconds(winnerCommits ? 10 : 1));
            CompletableFuture<Throwable> waiter;
            try (Connection winner = pool.getConnection()) {
                execute(winner, "CREATE TABLE IF NOT EXISTS behind (x int)");
                winner.setAutoCommit(false);
                operation.in(store.transaction(winner)).once("k", "r", same -> "receipt");
                waiter = CompletableFuture.supplyAsync(() -> {
                    try {
                        return writeAndCall(pool, store, operation);
                    } catch (SQLException e) {
                        return e;
                    }
                });
                if (winnerCommits) {
                    Thread.sleep(500);
                    winner.commit();
                }
                Throwable thrown = waiter.get(30, TimeUnit.SECONDS);
                winner.rollback();
                assertThat(rows(pool))
                        .as("either it throws, or its row is there")
                        .isEqualTo(thrown == null ? 1 : 0);
                assertThat(thrown).isInstanceOf(StoreException.class).hasMessageContaining("call again");
            }
            assertThat(writeAndCall(pool, store, operation)).isNull();
            assertThat(rows(pool)).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("after a change since its snapshot, under innodb_snapshot_isolation")
    void snapshotIsolation() throws Exception {
        try (MariaDbServer server = MariaDbServer.start()) {
            check(server, "SET SESSION innodb_snapshot_isolation = ON", true);
        }
    }

    @Test
    @DisplayName("after a lock wait that timed out, under innodb_rollback_on_timeout")
    void rollbackOnTimeout() throws Exception {
        try (MariaDbServer server = MariaDbServer.start("--innodb-rollback-on-timeout=ON")) {
            check(server, "SELECT 1", false);
        }
    }
}
