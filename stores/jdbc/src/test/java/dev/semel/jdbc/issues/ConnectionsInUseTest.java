package dev.semel.jdbc.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Pools;
import dev.semel.jdbc.Sources;
import dev.semel.servers.PostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("connections are neither lost nor used twice")
class ConnectionsInUseTest {

    private static Operation<String> operation(JdbcStore store) {
        return Semel.on(store).operation("in.use", Codec.text()).build();
    }

    @Test
    @DisplayName("a connection that the work had closed was lent again, so that no later transaction could begin")
    void closedByTheWork() {
        try (JdbcStore store = JdbcStore.sqlite(Pools.folder().resolve("closed.db"))) {
            Operation<String> operation = operation(store);
            for (int i = 0; i < 20; i++) {
                String key = "closed-" + i;
                assertThatThrownBy(() -> operation.in(store.transactions()).once(key, "r", tx -> {
                            tx.connection().close();
                            return "never";
                        }))
                        .isInstanceOf(RuntimeException.class);
            }
            assertThat(operation.in(store.transactions()).once("k", "r", connection -> "receipt"))
                    .isEqualTo("receipt");
        }
    }

    @Test
    @DisplayName("a connection returned after the store was closed stayed open")
    void givenBackLate() throws SQLException {
        JdbcStore store = JdbcStore.sqlite(Pools.folder().resolve("late.db"));
        List<Connection> lent = new ArrayList<>();
        Throwable thrown =
                catchThrowable(() -> operation(store).in(store.transactions()).once("k", "r", tx -> {
                    lent.add(tx.connection());
                    store.close();
                    return "receipt";
                }));
        assertThat(thrown).isNull();
        assertThat(lent.get(0).isClosed()).isTrue();
    }

    @Test
    @DisplayName("a connection whose rollback had failed returned to its pool with the transaction still open")
    void failedRollback() throws SQLException {
        try (HikariDataSource pool = Pools.of(PostgresServer.shared(), config -> {})) {
            List<Connection> failed = new ArrayList<>();
            DataSource failing = Sources.of(() -> {
                Connection real = pool.getConnection();
                return Sources.around(real, (method, original) -> {
                    if (method.equals("rollback")) {
                        failed.add(real.unwrap(Connection.class));
                        throw new SQLException("rollback failed");
                    }
                    return original.run();
                });
            });
            JdbcStore store = JdbcStore.builder(failing).createSchema(true).build();
            IllegalStateException thrown = new IllegalStateException("declined");
            assertThat(catchThrowable(
                            () -> operation(store).in(store.transactions()).once("rollback", "r", connection -> {
                                throw thrown;
                            })))
                    .isSameAs(thrown)
                    .hasSuppressedException(new SQLException("rollback failed"));
            assertThat(failed).hasSize(1);
            assertThat(failed.get(0).isClosed()).isTrue();
        }
    }
}
