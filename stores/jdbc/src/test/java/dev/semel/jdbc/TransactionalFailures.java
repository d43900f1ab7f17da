package dev.semel.jdbc;

import static dev.semel.Policies.replayFailures;
import static dev.semel.Policies.waitUpTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.Codec;
import dev.semel.Event;
import dev.semel.FailureReplayedException;
import dev.semel.Semel;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.StoreException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is left of a transaction that failed: nothing, unless it is to be replayed. */
abstract class TransactionalFailures extends BegunTransactionCases {
    @Test
    @DisplayName("D3 after a rollback by exception the next call runs")
    void rollbackByException() throws IOException {
        TransactionalOperation<String> operation = refusing();
        IOException failure = new IOException("declined");
        assertThat(catchThrowable(() -> operation.once("k", "r", c -> {
                    pay(c, "k");
                    throw failure;
                })))
                .isSameAs(failure);
        assertThat(payments("k")).isZero();
        assertThat(operation.once("k", "r", c -> payAnd(c, "k", "second"))).isEqualTo("second");
        assertThat(payments("k")).isEqualTo(1);
    }

    @Test
    @DisplayName("D3 after a rollback by the caller the next call runs")
    void rollbackByTheCaller() throws SQLException {
        TransactionalOperation<String> operation = refusing();
        try (Connection connection = begin()) {
            operation.once(connection, "k", "r", c -> payAnd(c, "k", "first"));
            connection.rollback();
        }
        assertThat(operation.once("k", "r", c -> payAnd(c, "k", "second"))).isEqualTo("second");
        assertThat(payments("k")).isEqualTo(1);
    }

    @Test
    @DisplayName("D3 work that rolls back by itself is found out, and nothing is recorded")
    void rollbackByTheWork() {
        TransactionalOperation<String> operation = refusing();
        assertThatThrownBy(() -> operation.once("k", "r", c -> {
                    pay(c, "k");
                    c.rollback();
                    return "first";
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(operation.once("k", "r", c -> payAnd(c, "k", "second"))).isEqualTo("second");
        assertThat(payments("k")).isEqualTo(1);
    }

    @Test
    @DisplayName("D3 after a lost connection the next call runs")
    void lostConnection() {
        if (isEmbedded()) {
            return; // there is no connection to lose: a process that dies is tested elsewhere
        }
        TransactionalOperation<String> operation = refusing();
        assertThatThrownBy(() -> operation.once("k", "r", c -> {
                    pay(c, "k");
                    c.abort(Runnable::run);
                    return "first";
                }))
                .isInstanceOf(RuntimeException.class);
        assertThat(waiting().once("k", "r", c -> payAnd(c, "k", "second"))).isEqualTo("second");
        assertThat(payments("k")).isEqualTo(1);
    }

    @Test
    @DisplayName("D6 a failure that is to be replayed is stored although the business rows were rolled back")
    void failureIsReplayed() {
        TransactionalOperation<String> operation =
                store.transactional(texts().afterFailure(replayFailures()).build());
        assertThatThrownBy(() -> operation.once("k", "r", c -> {
                    pay(c, "k");
                    throw new IOException("declined");
                }))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> operation.once("k", "r", c -> payAnd(c, "k", "never")))
                .isInstanceOf(FailureReplayedException.class);
        assertThat(payments("k")).isZero();
    }

    @Test
    @DisplayName("D6 the same in a transaction of the caller's, who tells after the rollback")
    void failureIsReplayedInTheCallersTransaction() throws SQLException {
        TransactionalOperation<String> operation =
                store.transactional(texts().afterFailure(replayFailures()).build());
        try (Connection connection = begin()) {
            Throwable thrown = catchThrowable(() -> operation.once(connection, "k", "r", c -> {
                pay(c, "k");
                throw new IOException("declined");
            }));
            connection.rollback();
            assertThat(operation.recordFailure("k", "r", thrown)).isTrue();
        }
        assertThatThrownBy(() -> operation.once("k", "r", c -> payAnd(c, "k", "never")))
                .isInstanceOf(FailureReplayedException.class);
        assertThat(payments("k")).isZero();
    }

    @Test
    @DisplayName("D6 a duplicate that waits gets the failure, and does not run before it is stored")
    void nobodyGetsInBetween() throws Exception {
        TransactionalOperation<String> operation =
                store.transactional(texts().whileRunning(waitUpTo(Duration.ofSeconds(20)))
                        .afterFailure(replayFailures())
                        .build());
        CompletableFuture<Throwable> duplicate = new CompletableFuture<>();
        Thread waiter = new Thread(() ->
                duplicate.complete(catchThrowable(() -> operation.once("k", "r", c -> payAnd(c, "k", "never")))));
        assertThatThrownBy(() -> operation.once("k", "r", c -> {
                    pay(c, "k");
                    waiter.start();
                    // Time to get to the lock. A duplicate that comes later gets the failure all the same.
                    Thread.sleep(500);
                    throw new IOException("declined");
                }))
                .isInstanceOf(IOException.class);
        assertThat(duplicate.get(30, TimeUnit.SECONDS)).isInstanceOf(FailureReplayedException.class);
        assertThat(payments("k")).isZero();
    }

    @Test
    @DisplayName("D6 a failure is stored also if the work has ended the transaction")
    void storedAfterTheTransactionIsGone() {
        TransactionalOperation<String> operation =
                store.transactional(texts().afterFailure(replayFailures()).build());
        assertThatThrownBy(() -> operation.once("k", "r", c -> {
                    pay(c, "k");
                    c.rollback();
                    throw new IOException("declined");
                }))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> operation.once("k", "r", c -> payAnd(c, "k", "never")))
                .isInstanceOf(FailureReplayedException.class);
        assertThat(payments("k")).isZero();
    }

    @Test
    @DisplayName("D6 nobody gets a failure that is not stored since another call has run")
    void notStored() {
        if (isEmbedded()) {
            return; // there calls of one process take turns, whatever becomes of their transactions
        }
        TransactionalOperation<String> operation =
                store.transactional(texts().afterFailure(replayFailures()).build());
        assertThatThrownBy(() -> operation.once("k", "r", c -> {
                    c.rollback();
                    assertThat(operation.once("k", "r", other -> payAnd(other, "k", "second")))
                            .isEqualTo("second");
                    throw new IOException("declined");
                }))
                .isInstanceOf(StoreException.class)
                .hasCauseInstanceOf(IOException.class)
                .hasMessageContaining("call again");
        assertThat(operation.once("k", "r", c -> payAnd(c, "k", "never"))).isEqualTo("second");
        assertThat(payments("k")).isEqualTo(1);
    }

    @Test
    @DisplayName("D6 a failure whose message is too large is stored without it, by whatever way it gets there")
    void longFailure() throws SQLException {
        JdbcStore small = JdbcStore.builder(pool).maxResultBytes(1_000).build();
        TransactionalOperation<String> operation =
                small.transactional(texts().afterFailure(replayFailures()).build());
        IllegalArgumentException declined = new IllegalArgumentException("x".repeat(1_500));
        assertThat(catchThrowable(() -> operation.once("own", "r", c -> {
                    throw declined;
                })))
                .isSameAs(declined);
        assertThat(operation.recordFailure("told", "r", declined)).isTrue();
        try (Connection connection = begin()) {
            BegunTransaction begun = new BegunTransaction(connection, true, thrown -> true);
            assertThat(catchThrowable(() -> operation.attempt(begun, "kept", "r", (c, context) -> {
                        throw declined;
                    })))
                    .isSameAs(declined);
            connection.commit();
        }
        for (String key : List.of("own", "told", "kept")) {
            assertThatThrownBy(() -> operation.once(key, "r", c -> "never"))
                    .isInstanceOfSatisfying(
                            FailureReplayedException.class,
                            replayed -> assertThat(replayed.failure().type())
                                    .isEqualTo(IllegalArgumentException.class.getName()));
        }
    }

    @Test
    @DisplayName(
            "D6 a failure that is to be committed with the rows and can't be stored is the cause of what the caller gets")
    void notKept() throws SQLException {
        List<Event> events = new CopyOnWriteArrayList<>();
        Semel listened = Semel.builder(store).listener(events::add).build();
        TransactionalOperation<String> operation =
                store.transactional(listened.operation("not-kept." + run, Codec.text())
                        .afterFailure(replayFailures())
                        .build());
        IOException declined = new IOException("declined");
        try (Connection connection = begin()) {
            BegunTransaction begun = new BegunTransaction(connection, true, thrown -> true);
            assertThatThrownBy(() -> operation.attempt(begun, "k", "r", (c, context) -> {
                        c.close();
                        throw declined;
                    }))
                    .isInstanceOf(StoreException.class)
                    .hasCause(declined)
                    .hasMessageContaining("roll back");
        }
        assertThat(events)
                .filteredOn(Event.Failed.class::isInstance)
                .singleElement()
                .satisfies(event -> assertThat(((Event.Failed) event).stored()).isFalse());
    }

    @Test
    @DisplayName("a result that is too large rolls everything back")
    void tooLarge() {
        TransactionalOperation<String> operation = refusing();
        assertThatThrownBy(() -> operation.once("k", "r", c -> payAnd(c, "k", "x".repeat((1 << 20) + 1))))
                .isInstanceOf(ResultTooLargeException.class);
        assertThat(payments("k")).isZero();
    }
}
