package dev.semel.jdbc;

import static dev.semel.policy.Policies.waitUpTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.semel.InProgressException;
import dev.semel.MismatchException;
import dev.semel.Operation;
import dev.semel.Outcome;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What holds if record and business rows share a transaction. Run on each database, and on some at several isolation levels. */
abstract class TransactionalContract extends TransactionalFailures {
    @Test
    @DisplayName("A27 the epoch belongs to the record, and is rolled back with its transaction")
    void epoch() throws SQLException {
        Operation<String> operation = refusing();
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            for (int i = 0; i < 2; i++) {
                assertThat(operation
                                .in(store.transaction(connection))
                                .attempt("epoch", "r", tx -> "epoch " + tx.epoch())
                                .orThrow())
                        .isEqualTo("epoch 1");
                connection.rollback();
            }
        }
    }

    @Test
    @DisplayName("D1 record and business rows commit together, and a duplicate replays")
    void commitsTogether() {
        Operation<String> operation = refusing();
        assertThat(operation.in(store.transactions()).attempt("k", "r", tx -> payAnd(tx.connection(), "k", "receipt")))
                .isInstanceOf(Outcome.Executed.class);
        Outcome<String> again =
                operation.in(store.transactions()).attempt("k", "r", tx -> payAnd(tx.connection(), "k", "never"));
        assertThat(again).isInstanceOf(Outcome.Replayed.class);
        assertThat(again.orThrow()).isEqualTo("receipt");
        assertThat(payments("k")).isEqualTo(1);
        assertThat(texts().build().once("k", "r", () -> "never")).isEqualTo("receipt");
    }

    @Test
    @DisplayName("D1 the same in the caller's transaction")
    void commitsTogetherInTheCallersTransaction() throws SQLException {
        Operation<String> operation = refusing();
        for (int i = 0; i < 2; i++) {
            try (Connection connection = begin()) {
                pay(connection, "before");
                assertThat(operation
                                .in(store.transaction(connection))
                                .once("k", "r", tx -> payAnd(tx.connection(), "k", "receipt")))
                        .isEqualTo("receipt");
                connection.commit();
            }
        }
        assertThat(payments("k")).isEqualTo(1);
        assertThat(payments("before")).isEqualTo(2);
    }

    @Test
    @DisplayName("D2 a duplicate during the transaction is refused immediately")
    void duplicateIsRefused() throws Exception {
        Operation<String> operation = refusing();
        // The first refusal of a process opens connections and loads classes.
        whileRunning(
                operation,
                "warm",
                () -> catchThrowable(() -> operation.in(store.transactions()).once("warm", "r", c -> "never")));
        whileRunning(operation, "k", () -> {
            long started = System.nanoTime();
            assertThatThrownBy(() -> operation
                            .in(store.transactions())
                            .once("k", "r", tx -> payAnd(tx.connection(), "k", "never")))
                    .isInstanceOf(InProgressException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(immediately());
            return null;
        });
        assertThat(payments("k")).isEqualTo(1);
    }

    @Test
    @DisplayName("D2 concurrent replays do not mistake each other for the first call")
    void manyReplays() throws Exception {
        Operation<String> operation = refusing();
        operation.in(store.transactions()).once("k", "r", tx -> payAnd(tx.connection(), "k", "receipt"));
        List<CompletableFuture<String>> replays = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        for (int i = 0; i < 200; i++) {
            replays.add(CompletableFuture.supplyAsync(
                    () -> operation
                            .in(store.transactions())
                            .once("k", "r", tx -> payAnd(tx.connection(), "k", "never")),
                    threads));
        }
        for (CompletableFuture<String> each : replays) {
            assertThat(each.get(30, TimeUnit.SECONDS)).isEqualTo("receipt");
        }
        threads.shutdown();
    }

    @Test
    @DisplayName("D2 a call with another key is not delayed")
    void otherKeysGoOn() throws Exception {
        if (hasOneWriter()) {
            return; // one writer at a time
        }
        Operation<String> operation = refusing();
        whileRunning(operation, "k", () -> {
            assertThat(operation
                            .in(store.transactions())
                            .once("other", "r", tx -> payAnd(tx.connection(), "other", "receipt")))
                    .isEqualTo("receipt");
            return null;
        });
    }

    @Test
    @DisplayName("D2 a waiting duplicate gets the winner's result after its commit")
    void duplicateWaits() throws Exception {
        Operation<String> operation = waiting();
        CompletableFuture<String>[] waiter = start();
        whileRunning(operation, "k", () -> {
            waiter[0] = CompletableFuture.supplyAsync(() ->
                    operation.in(store.transactions()).once("k", "r", tx -> payAnd(tx.connection(), "k", "never")));
            Thread.sleep(300);
            assertThat(waiter[0]).isNotDone();
            return null;
        });
        assertThat(waiter[0].get(10, TimeUnit.SECONDS)).isEqualTo("receipt");
        assertThat(payments("k")).isEqualTo(1);
    }

    @Test
    @DisplayName("D5 the same in the caller's transaction, if that has read before, at any isolation level")
    void duplicateWaitsInTheCallersTransaction() throws Exception {
        if (hasOneWriter()) {
            return; // a transaction that has read before another one wrote can't write any more
        }
        Operation<String> operation = waiting();
        CompletableFuture<String>[] waiter = start();
        whileRunning(operation, "k", () -> {
            waiter[0] = CompletableFuture.supplyAsync(() -> {
                try (Connection connection = begin()) {
                    try (PreparedStatement read = connection.prepareStatement("SELECT COUNT(*) FROM payment")) {
                        read.executeQuery().close();
                    }
                    String receipt = operation
                            .in(store.transaction(connection))
                            .once("k", "r", tx -> payAnd(tx.connection(), "k", "never"));
                    pay(connection, "after");
                    connection.commit();
                    return receipt;
                } catch (SQLException e) {
                    throw new AssertionError(e);
                }
            });
            Thread.sleep(300);
            return null;
        });
        assertThat(waiter[0].get(10, TimeUnit.SECONDS)).isEqualTo("receipt");
        assertThat(payments("k")).isEqualTo(1);
        assertThat(payments("after")).isEqualTo(1);
    }

    @Test
    @DisplayName("F3 transactions with different new keys do not block each other, in any order")
    void differentKeysNeverDeadlock() throws Exception {
        assumeFalse(hasOneWriter(), "one transaction writes at a time");
        Operation<String> operation = refusing();
        for (int round = 0; round < 10; round++) {
            String number = "-" + round;
            try (Connection one = begin();
                    Connection other = begin()) {
                operation.in(store.transaction(one)).once("a" + number, "r", tx -> payAnd(tx.connection(), "a", "1"));
                operation.in(store.transaction(other)).once("b" + number, "r", tx -> payAnd(tx.connection(), "b", "2"));
                operation.in(store.transaction(one)).once("c" + number, "r", tx -> payAnd(tx.connection(), "c", "3"));
                operation.in(store.transaction(other)).once("d" + number, "r", tx -> payAnd(tx.connection(), "d", "4"));
                one.commit();
                other.commit();
            }
        }
        assertThat(payments("a") + payments("b") + payments("c") + payments("d"))
                .isEqualTo(40);
    }

    @Test
    @DisplayName("D2 F3 a wait that is too long ends in a refusal, and the caller's transaction is unchanged")
    void waitIsBounded() throws Exception {
        Operation<String> owner = waiting();
        Operation<String> brief =
                texts().whileRunning(waitUpTo(Duration.ofSeconds(1))).build();
        whileRunning(owner, "k", () -> {
            long started = System.nanoTime();
            assertThatThrownBy(() ->
                            brief.in(store.transactions()).once("k", "r", tx -> payAnd(tx.connection(), "k", "never")))
                    .isInstanceOf(InProgressException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - started))
                    .isBetween(Duration.ofMillis(900), Duration.ofSeconds(4));
            if (!hasOneWriter()) {
                try (Connection connection = begin()) {
                    pay(connection, "kept");
                    assertThat(brief.in(store.transaction(connection))
                                    .attempt("k", "r", tx -> payAnd(tx.connection(), "k", "never")))
                            .isInstanceOf(Outcome.InProgress.class);
                    connection.commit();
                }
                assertThat(payments("kept")).isEqualTo(1);
            }
            return null;
        });
        assertThat(payments("k")).isEqualTo(1);
    }

    @Test
    @DisplayName("A12 another request under the same key is refused")
    void mismatch() {
        Operation<String> operation = refusing();
        operation.in(store.transactions()).once("k", "one", tx -> payAnd(tx.connection(), "k", "receipt"));
        assertThatThrownBy(() -> operation
                        .in(store.transactions())
                        .once("k", "two", tx -> payAnd(tx.connection(), "k", "never")))
                .isInstanceOf(MismatchException.class);
    }

    @Test
    @DisplayName("A13 scopes are independent")
    void scopes() {
        Operation<String> operation = refusing();
        assertThat(operation
                        .inScope("alice")
                        .in(store.transactions())
                        .once("k", "r", tx -> payAnd(tx.connection(), "alice", "for alice")))
                .isEqualTo("for alice");
        assertThat(operation
                        .in(store.transactions())
                        .inScope("bob")
                        .once("k", "r", tx -> payAnd(tx.connection(), "bob", "for bob")))
                .isEqualTo("for bob");
    }

    @Test
    @DisplayName("A4 a record past its retention counts as absent")
    void retention() throws InterruptedException {
        Operation<String> brief = texts().retention(Duration.ofMillis(50)).build();
        AtomicInteger runs = new AtomicInteger();
        brief.in(store.transactions())
                .once("k", "r", tx -> payAnd(tx.connection(), "k", "run " + runs.incrementAndGet()));
        Thread.sleep(100);
        assertThat(brief.in(store.transactions())
                        .once("k", "r", tx -> payAnd(tx.connection(), "k", "run " + runs.incrementAndGet())))
                .isEqualTo("run 2");
    }

    @Test
    @DisplayName("a connection in auto-commit mode is refused")
    void autoCommit() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(true);
            assertThatThrownBy(
                            () -> refusing().in(store.transaction(connection)).once("k", "r", c -> "never"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("auto-commit");
        }
    }
}
