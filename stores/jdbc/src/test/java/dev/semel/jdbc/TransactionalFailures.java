package dev.semel.jdbc;

import static dev.semel.policy.Policies.replayFailures;
import static dev.semel.policy.Policies.waitUpTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.Codec;
import dev.semel.Event;
import dev.semel.FailureReplayedException;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.store.ResultTooLargeException;
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

/** What a failed transaction leaves: nothing, unless the failure is to be replayed. */
abstract class TransactionalFailures extends ManagedTransactionCases {
    @Test
    @DisplayName("D3 after a rollback by exception the next call runs")
    void rollbackByException() throws IOException {
        Operation<String> operation = refusing();
        IOException failure = new IOException("declined");
        assertThat(catchThrowable(() -> operation.in(store.transactions()).once("k", "r", tx -> {
                    pay(tx.connection(), "k");
                    throw failure;
                })))
                .isSameAs(failure);
        assertThat(payments("k")).isZero();
        assertThat(operation.in(store.transactions()).once("k", "r", tx -> payAnd(tx.connection(), "k", "second")))
                .isEqualTo("second");
        assertThat(payments("k")).isEqualTo(1);
    }

    @Test
    @DisplayName("D3 after a rollback by the caller the next call runs")
    void rollbackByTheCaller() throws SQLException {
        Operation<String> operation = refusing();
        try (Connection connection = begin()) {
            operation.in(store.transaction(connection)).once("k", "r", tx -> payAnd(tx.connection(), "k", "first"));
            connection.rollback();
        }
        assertThat(operation.in(store.transactions()).once("k", "r", tx -> payAnd(tx.connection(), "k", "second")))
                .isEqualTo("second");
        assertThat(payments("k")).isEqualTo(1);
    }

    @Test
    @DisplayName("D3 work that rolls back its transaction is detected, and nothing is recorded")
    void rollbackByTheWork() {
        Operation<String> operation = refusing();
        assertThatThrownBy(() -> operation.in(store.transactions()).once("k", "r", tx -> {
                    pay(tx.connection(), "k");
                    tx.connection().rollback();
                    return "first";
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(operation.in(store.transactions()).once("k", "r", tx -> payAnd(tx.connection(), "k", "second")))
                .isEqualTo("second");
        assertThat(payments("k")).isEqualTo(1);
    }

    @Test
    @DisplayName("D3 after a lost connection the next call runs")
    void lostConnection() {
        if (isEmbedded()) {
            return; // there is no connection to lose: a process that dies is tested elsewhere
        }
        Operation<String> operation = refusing();
        assertThatThrownBy(() -> operation.in(store.transactions()).once("k", "r", tx -> {
                    pay(tx.connection(), "k");
                    tx.connection().abort(Runnable::run);
                    return "first";
                }))
                .isInstanceOf(RuntimeException.class);
        assertThat(waiting().in(store.transactions()).once("k", "r", tx -> payAnd(tx.connection(), "k", "second")))
                .isEqualTo("second");
        assertThat(payments("k")).isEqualTo(1);
    }

    @Test
    @DisplayName("D6 a failure that is to be replayed is stored although the business rows were rolled back")
    void failureIsReplayed() {
        Operation<String> operation = texts().afterFailure(replayFailures()).build();
        assertThatThrownBy(() -> operation.in(store.transactions()).once("k", "r", tx -> {
                    pay(tx.connection(), "k");
                    throw new IOException("declined");
                }))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() ->
                        operation.in(store.transactions()).once("k", "r", tx -> payAnd(tx.connection(), "k", "never")))
                .isInstanceOf(FailureReplayedException.class);
        assertThat(payments("k")).isZero();
    }

    @Test
    @DisplayName("D6 the same in the caller's transaction, recorded by the caller after the rollback")
    void failureIsReplayedInTheCallersTransaction() throws SQLException {
        Operation<String> operation = texts().afterFailure(replayFailures()).build();
        try (Connection connection = begin()) {
            Throwable thrown = catchThrowable(() -> operation
                    .in(store.transaction(connection))
                    .once("k", "r", tx -> {
                        pay(tx.connection(), "k");
                        throw new IOException("declined");
                    }));
            connection.rollback();
            assertThat(operation.in(store.transactions()).recordFailure("k", "r", thrown))
                    .isTrue();
        }
        assertThatThrownBy(() ->
                        operation.in(store.transactions()).once("k", "r", tx -> payAnd(tx.connection(), "k", "never")))
                .isInstanceOf(FailureReplayedException.class);
        assertThat(payments("k")).isZero();
    }

    @Test
    @DisplayName("D6 a waiting duplicate gets the failure, and does not run before it is stored")
    void nobodyGetsInBetween() throws Exception {
        Operation<String> operation = texts().whileRunning(waitUpTo(Duration.ofSeconds(20)))
                .afterFailure(replayFailures())
                .build();
        CompletableFuture<Throwable> duplicate = new CompletableFuture<>();
        Thread waiter = new Thread(() -> duplicate.complete(catchThrowable(() ->
                operation.in(store.transactions()).once("k", "r", tx -> payAnd(tx.connection(), "k", "never")))));
        assertThatThrownBy(() -> operation.in(store.transactions()).once("k", "r", tx -> {
                    pay(tx.connection(), "k");
                    waiter.start();
                    // Time to reach the lock. A duplicate that comes later gets the failure as well.
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
        Operation<String> operation = texts().afterFailure(replayFailures()).build();
        assertThatThrownBy(() -> operation.in(store.transactions()).once("k", "r", tx -> {
                    pay(tx.connection(), "k");
                    tx.connection().rollback();
                    throw new IOException("declined");
                }))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() ->
                        operation.in(store.transactions()).once("k", "r", tx -> payAnd(tx.connection(), "k", "never")))
                .isInstanceOf(FailureReplayedException.class);
        assertThat(payments("k")).isZero();
    }

    @Test
    @DisplayName("D6 no caller gets a failure that is not stored since another call has run")
    void notStored() {
        if (isEmbedded()) {
            return; // calls of one process take turns there, whatever the outcome of their transactions
        }
        Operation<String> operation = texts().afterFailure(replayFailures()).build();
        assertThatThrownBy(() -> operation.in(store.transactions()).once("k", "r", tx -> {
                    tx.connection().rollback();
                    assertThat(operation
                                    .in(store.transactions())
                                    .once("k", "r", other -> payAnd(other.connection(), "k", "second")))
                            .isEqualTo("second");
                    throw new IOException("declined");
                }))
                .isInstanceOf(StoreException.class)
                .hasCauseInstanceOf(IOException.class)
                .hasMessageContaining("call again");
        assertThat(operation.in(store.transactions()).once("k", "r", tx -> payAnd(tx.connection(), "k", "never")))
                .isEqualTo("second");
        assertThat(payments("k")).isEqualTo(1);
    }

    @Test
    @DisplayName("D6 a failure whose message is too large is stored without it, on each way")
    void longFailure() throws SQLException {
        JdbcStore small = JdbcStore.builder(pool).maxResultBytes(1_000).build();
        Operation<String> operation = texts().afterFailure(replayFailures()).build();
        IllegalArgumentException declined = new IllegalArgumentException("x".repeat(1_500));
        assertThat(catchThrowable(() -> operation.in(small.transactions()).once("own", "r", c -> {
                    throw declined;
                })))
                .isSameAs(declined);
        assertThat(operation.in(small.transactions()).recordFailure("recorded", "r", declined))
                .isTrue();
        try (Connection connection = begin()) {
            SqlTransaction begun = new Fresh(connection, thrown -> true);
            assertThat(catchThrowable(
                            () -> operation.in(small.transactions(() -> begun)).attempt("kept", "r", c -> {
                                throw declined;
                            })))
                    .isSameAs(declined);
        }
        for (String key : List.of("own", "recorded", "kept")) {
            assertThatThrownBy(() -> operation.in(small.transactions()).once(key, "r", c -> "never"))
                    .isInstanceOfSatisfying(
                            FailureReplayedException.class,
                            replayed -> assertThat(replayed.failure().type())
                                    .isEqualTo(IllegalArgumentException.class.getName()));
        }
    }

    @Test
    @DisplayName(
            "D6 a failure to be committed with the rows that can't be stored is the cause of the caller's exception")
    void notKept() throws SQLException {
        List<Event> events = new CopyOnWriteArrayList<>();
        Semel listened = Semel.builder(store).listener(events::add).build();
        Operation<String> operation = listened.operation("not-kept." + run, Codec.text())
                .afterFailure(replayFailures())
                .build();
        IOException declined = new IOException("declined");
        try (Connection connection = begin()) {
            SqlTransaction begun = new Fresh(connection, thrown -> true);
            assertThatThrownBy(
                            () -> operation.in(store.transactions(() -> begun)).attempt("k", "r", tx -> {
                                tx.connection().close();
                                throw declined;
                            }))
                    .isInstanceOf(StoreException.class)
                    .hasCause(declined)
                    .hasMessageContaining("call again");
        }
        assertThat(events)
                .filteredOn(Event.Failed.class::isInstance)
                .singleElement()
                .satisfies(event -> assertThat(((Event.Failed) event).stored()).isFalse());
    }

    @Test
    @DisplayName("a result that is too large rolls everything back")
    void tooLarge() {
        Operation<String> operation = refusing();
        assertThatThrownBy(() -> operation
                        .in(store.transactions())
                        .once("k", "r", tx -> payAnd(tx.connection(), "k", "x".repeat((1 << 20) + 1))))
                .isInstanceOf(ResultTooLargeException.class);
        assertThat(payments("k")).isZero();
    }
}
