package dev.semel.jdbc;

import static dev.semel.policy.Policies.replayFailures;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What holds in a transaction that an adapter manages. */
abstract class ManagedTransactionCases extends TransactionalCommits {
    /** A transaction that begins and ends with its call, on an open connection. */
    record Fresh(Connection begin, Predicate<? super Throwable> committed) implements SqlTransaction {
        @Override
        public boolean isNew() {
            return true;
        }

        @Override
        public boolean commitsAfter(Throwable thrown) {
            return committed.test(thrown);
        }

        @Override
        public void commit() {
            try {
                begin.commit();
            } catch (SQLException e) {
                throw new StoreException("not committed", e);
            }
        }

        @Override
        public void rollBack(@Nullable Throwable why) {
            try {
                begin.rollback();
            } catch (SQLException e) {
                // The connection is lost, and the transaction rolled back.
            }
        }
    }

    private static SqlTransaction fresh(Connection connection) {
        return new Fresh(connection, thrown -> thrown instanceof IllegalArgumentException);
    }

    @Test
    @DisplayName("D6 a failure after which the caller commits is recorded together with its rows")
    void failureIsKeptInside() throws SQLException {
        Operation<String> operation = texts().afterFailure(replayFailures()).build();
        try (Connection connection = begin()) {
            assertThatThrownBy(() -> operation
                            .in(store.transactions(() -> fresh(connection)))
                            .attempt("k", "r", tx -> {
                                pay(tx.connection(), "k");
                                throw new IllegalArgumentException("declined");
                            }))
                    .hasMessage("declined");
        }
        assertThat(payments("k")).isEqualTo(1);
        assertThat(operation.in(store.transactions()).attempt("k", "r", c -> "never"))
                .isInstanceOf(Outcome.FailureReplayed.class);
    }

    @Test
    @DisplayName("D6 a failure after which the caller rolls back is not recorded with them")
    void otherFailureIsNotKept() throws SQLException {
        Operation<String> operation = texts().afterFailure(replayFailures()).build();
        try (Connection connection = begin()) {
            assertThatThrownBy(() -> operation.in(store.transaction(connection)).attempt("k", "r", same -> {
                        throw new IllegalStateException("down");
                    }))
                    .hasMessage("down");
            connection.rollback();
        }
        assertThat(operation.in(store.transactions()).attempt("k", "r", c -> "runs"))
                .isInstanceOf(Outcome.Executed.class);
    }

    @Test
    @DisplayName("D2 a duplicate in a new transaction is answered without a second connection")
    void noSecondConnection() throws Exception {
        assumeTrue(pool instanceof HikariDataSource);
        ((HikariDataSource) pool).setMaximumPoolSize(4);
        Operation<String> operation = refusing();
        whileRunning(operation, "k", () -> {
            List<Connection> all = new ArrayList<>();
            while (all.size() < 3) {
                all.add(begin());
            }
            long started = System.nanoTime();
            Outcome<String> outcome =
                    operation.in(store.transactions(() -> fresh(all.get(0)))).attempt("k", "r", same -> "never");
            assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(5));
            assertThat(outcome).isInstanceOf(Outcome.InProgress.class);
            for (Connection each : all) {
                each.rollback();
                each.close();
            }
            return null;
        });
        try (Connection connection = begin()) {
            assertThat(operation.in(store.transactions(() -> fresh(connection))).attempt("k", "r", same -> "never"))
                    .isInstanceOf(Outcome.Replayed.class);
            connection.rollback();
        }
    }

    /** A transaction whose commit throws. */
    private record Throwing(Connection begin, boolean takesPlace, RuntimeException thrown) implements SqlTransaction {
        @Override
        public boolean isNew() {
            return true;
        }

        @Override
        public boolean commitsAfter(Throwable failure) {
            return false;
        }

        @Override
        public void commit() {
            try {
                if (takesPlace) {
                    begin.commit();
                } else {
                    begin.rollback();
                }
                begin.close();
            } catch (SQLException e) {
                throw new AssertionError(e);
            }
            throw thrown;
        }

        @Override
        public void rollBack(@Nullable Throwable why) {}
    }

    @Test
    @DisplayName("D1 what a commit throws although it took place is logged, and the call has its outcome")
    void throwsAfterCommit() throws SQLException {
        IllegalStateException thrown = new IllegalStateException("a task after the commit failed");
        Operation<String> operation = refusing();
        Connection connection = begin();
        try (Logged logged = Logged.from("dev.semel.jdbc")) {
            assertThat(operation
                            .in(store.transactions(() -> new Throwing(connection, true, thrown)))
                            .once("k", "r", tx -> payAnd(tx.connection(), "k", "receipt")))
                    .isEqualTo("receipt");
            assertThat(logged.thrown()).contains(thrown);
        }
        assertThat(payments("k")).isEqualTo(1);
    }

    @Test
    @DisplayName("D3 a commit that the database has rolled back is not looked up, so that the call takes no connection")
    void rolledBackForCertain() throws SQLException {
        AtomicInteger taken = new AtomicInteger();
        DataSource counting = Sources.of(() -> {
            taken.incrementAndGet();
            return pool.getConnection();
        });
        JdbcStore counted = openStore(counting);
        StoreException conflict = new StoreException("not committed", new SQLException("deadlock", "40001"));
        Connection connection = begin();
        taken.set(0);
        assertThatThrownBy(() -> refusing()
                        .in(counted.transactions(() -> new Throwing(connection, false, conflict)))
                        .once("k", "r", tx -> payAnd(tx.connection(), "k", "receipt")))
                .isSameAs(conflict)
                .hasNoSuppressedExceptions();
        assertThat(taken).hasValue(0);
        assertThat(payments("k")).isZero();
    }

    @Test
    @DisplayName("the work gets the child keys that it would have under a lease")
    void childKeys() throws SQLException {
        AtomicReference<String> inTransaction = new AtomicReference<>();
        try (Connection connection = begin()) {
            texts().build().in(store.transaction(connection)).attempt("k", "r", tx -> {
                assertThat(tx.stillOwner()).isTrue();
                assertThat(tx.attempt()).isEqualTo(1);
                inTransaction.set(tx.childKey("card"));
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
