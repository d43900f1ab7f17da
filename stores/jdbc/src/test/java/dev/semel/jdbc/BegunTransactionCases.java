package dev.semel.jdbc;

import static dev.semel.Policies.replayFailures;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Outcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What holds in a transaction that an adapter runs for others. */
abstract class BegunTransactionCases extends TransactionalCommits {
    private static BegunTransaction fresh(Connection connection) {
        return new BegunTransaction(connection, true, thrown -> thrown instanceof IllegalArgumentException);
    }

    @Test
    @DisplayName("D6 a failure after which the caller commits is recorded together with its rows")
    void failureIsKeptInside() throws SQLException {
        TransactionalOperation<String> operation =
                store.transactional(texts().afterFailure(replayFailures()).build());
        try (Connection connection = begin()) {
            assertThatThrownBy(() -> operation.attempt(fresh(connection), "k", "r", (same, context) -> {
                        pay(same, "k");
                        throw new IllegalArgumentException("declined");
                    }))
                    .hasMessage("declined");
            connection.commit();
        }
        assertThat(payments("k")).isEqualTo(1);
        assertThat(operation.attempt("k", "r", c -> "never")).isInstanceOf(Outcome.FailureReplayed.class);
    }

    @Test
    @DisplayName("D6 a failure after which the caller rolls back is not")
    void otherFailureIsNotKept() throws SQLException {
        TransactionalOperation<String> operation =
                store.transactional(texts().afterFailure(replayFailures()).build());
        try (Connection connection = begin()) {
            assertThatThrownBy(() -> operation.attempt(fresh(connection), "k", "r", (same, context) -> {
                        throw new IllegalStateException("down");
                    }))
                    .hasMessage("down");
            connection.rollback();
        }
        assertThat(operation.attempt("k", "r", c -> "runs")).isInstanceOf(Outcome.Executed.class);
    }

    @Test
    @DisplayName("D2 a duplicate in a new transaction is answered without a second connection")
    void noSecondConnection() throws Exception {
        assumeTrue(pool instanceof HikariDataSource);
        ((HikariDataSource) pool).setMaximumPoolSize(4);
        TransactionalOperation<String> operation = refusing();
        whileRunning(operation, "k", () -> {
            List<Connection> all = new ArrayList<>();
            while (all.size() < 3) {
                all.add(begin());
            }
            long started = System.nanoTime();
            Outcome<String> outcome = operation.attempt(fresh(all.get(0)), "k", "r", (same, context) -> "never");
            assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(5));
            assertThat(outcome).isInstanceOf(Outcome.InProgress.class);
            for (Connection each : all) {
                each.rollback();
                each.close();
            }
            return null;
        });
        try (Connection connection = begin()) {
            assertThat(operation.attempt(fresh(connection), "k", "r", (same, context) -> "never"))
                    .isInstanceOf(Outcome.Replayed.class);
            connection.rollback();
        }
    }

    @Test
    @DisplayName("the work gets the child keys that it would have under a lease")
    void childKeys() throws SQLException {
        AtomicReference<String> inTransaction = new AtomicReference<>();
        try (Connection connection = begin()) {
            store.transactional(texts().build()).attempt(fresh(connection), "k", "r", (same, context) -> {
                assertThat(context.stillOwner()).isTrue();
                assertThat(context.attempt()).isEqualTo(1);
                inTransaction.set(context.childKey("card"));
                return "receipt";
            });
            connection.rollback();
        }
        String leased = texts().build()
                .attempt("k", "r", context -> context.childKey("card"))
                .orThrow();
        assertThat(inTransaction).hasValue(leased);
    }
}
