package dev.semel.jdbc.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.Work;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Pools;
import dev.semel.jdbc.SqlContext;
import dev.semel.policy.Policies;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A10 an SQLException of the work was mistaken for one of the store, and wrapped")
class WorksOwnExceptionTest {
    private final HikariDataSource pool = Pools.h2("own-exception");
    private final JdbcStore store = JdbcStore.builder(pool).createSchema(true).build();
    private final Operation<String> operation = Semel.on(store)
            .operation("own.exception", Codec.text())
            .withoutKey(Policies.runUnprotected())
            .build();
    private final SQLException own = new SQLException("constraint violated", "23505", 23505);
    private final Work.InContext<SqlContext, String, SQLException> work = tx -> {
        throw own;
    };

    @Test
    @DisplayName("in the store's transaction")
    void ownTransaction() {
        assertThat(catchThrowable(() -> operation.in(store.transactions()).once("k", "r", work)))
                .isSameAs(own);
    }

    @Test
    @DisplayName("in the caller's transaction")
    void callersTransaction() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            assertThat(catchThrowable(
                            () -> operation.in(store.transaction(connection)).once("k", "r", work)))
                    .isSameAs(own);
            connection.rollback();
        }
    }

    @Test
    @DisplayName("without a key")
    void withoutKey() {
        assertThat(catchThrowable(() -> operation.in(store.transactions()).once(null, "r", work)))
                .isSameAs(own);
    }
}
