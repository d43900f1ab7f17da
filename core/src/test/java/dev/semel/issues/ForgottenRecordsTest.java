package dev.semel.issues;

import static dev.semel.policy.Policies.forget;
import static dev.semel.policy.Policies.hold;
import static dev.semel.policy.Policies.runAgain;
import static dev.semel.policy.Policies.waitUpTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.Codec;
import dev.semel.Event;
import dev.semel.InvalidSettingsException;
import dev.semel.MismatchException;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.Outcome;
import dev.semel.RecordState;
import dev.semel.Semel;
import dev.semel.memory.MemoryStore;
import dev.semel.store.RecordId;
import dev.semel.testkit.Fault;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.StoreCall;
import dev.semel.testkit.TestClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("an attempt that did nothing")
class ForgottenRecordsTest {
    private static final RecordId ID = new RecordId("op", "", "k");

    private static final class TurnedAway extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private final TestClock clock = TestClock.create();
    private final MemoryStore memory = MemoryStore.builder().clock(clock).build();
    private final FaultyStore store = FaultyStore.on(memory);
    private final List<Event> events = new CopyOnWriteArrayList<>();
    private final Operation<String> operation = operation().build();

    private OperationBuilder<String> operation() {
        return Semel.builder(store)
                .listener(events::add)
                .build()
                .operation("op", Codec.text())
                .afterFailure(forget(TurnedAway.class).orElse(runAgain()));
    }

    private static String turnAway() {
        throw new TurnedAway();
    }

    private void turnAway(Object request) {
        assertThatThrownBy(() -> operation.once("k", request, ForgottenRecordsTest::turnAway))
                .isInstanceOf(TurnedAway.class);
    }

    @Test
    @DisplayName("A24 leaves no fingerprint behind: another request under the same key runs, as a first attempt")
    void leavesNoFingerprint() {
        turnAway("forged");
        assertThat(memory.find(ID)).isEmpty();
        Outcome<String> signed = operation.attempt("k", "signed", context -> "attempt " + context.attempt());
        assertThat(signed.orThrow()).isEqualTo("attempt 1");
        assertThat(operation.once("k", "signed", () -> "never")).isEqualTo("attempt 1");
    }

    @Test
    @DisplayName("A24 leaves no fingerprint behind in the asynchronous form and under a hold policy")
    void asynchronousAndHeld() {
        Operation<String> held = operation().afterAbandonment(hold()).build();
        assertThat(catchThrowable(() -> held.attemptAsync("k", "forged", context -> {
                            throw new TurnedAway();
                        })
                        .orTimeout(1, TimeUnit.MINUTES)
                        .join()))
                .hasCauseInstanceOf(TurnedAway.class);
        assertThat(held.once("k", "signed", () -> "done")).isEqualTo("done");
    }

    @Test
    @DisplayName("A24 keeps the record if an earlier attempt may have taken effect")
    void keepsWhatAnEarlierAttemptMayHaveDone() {
        assertThatThrownBy(() -> operation.once("k", "first", () -> {
                    throw new IllegalStateException("may have been done");
                }))
                .isInstanceOf(IllegalStateException.class);
        turnAway("first");
        assertThat(memory.find(ID).orElseThrow().state()).isEqualTo(RecordState.RELEASED);
        assertThatThrownBy(() -> operation.once("k", "another", () -> "never")).isInstanceOf(MismatchException.class);
        assertThat(operation
                        .attempt("k", "first", context -> "attempt " + context.attempt())
                        .orThrow())
                .isEqualTo("attempt 3");
    }

    @Test
    @DisplayName(
            "A24 is forgotten although the reply is lost, and the record was purged or claimed before the release is repeated")
    void lostReply() {
        store.next(StoreCall.RELEASE, Fault.lostReply());
        turnAway("forged");
        assertThat(memory.find(ID)).isEmpty();
        FaultyStore purging = new FaultyStore(memory, call -> Fault.none(), delay -> memory.purge(10));
        Operation<String> again = Semel.builder(purging)
                .listener(events::add)
                .build()
                .operation("op", Codec.text())
                .afterFailure(forget(TurnedAway.class))
                .build();
        purging.next(StoreCall.RELEASE, Fault.lostReply(), Fault.delayBefore(Duration.ofMillis(1)));
        assertThat(catchThrowable(() -> again.once("k", "forged", ForgottenRecordsTest::turnAway)))
                .isInstanceOf(TurnedAway.class)
                .satisfies(thrown -> assertThat(thrown.getSuppressed()).isEmpty());
        assertThat(events).noneMatch(Event.LeaseLost.class::isInstance);
    }

    @Test
    @DisplayName("A24 that has lost its lease leaves the record to the owner that took over")
    void lostLease() {
        assertThatThrownBy(() -> operation.once("k", "first", () -> {
                    clock.advance(Duration.ofHours(2));
                    operation.attempt("k", "first", context -> "second owner");
                    throw new TurnedAway();
                }))
                .isInstanceOf(TurnedAway.class);
        assertThat(operation.once("k", "first", () -> "never")).isEqualTo("second owner");
    }

    @Test
    @DisplayName("A24 lets a waiter run")
    void waiterRuns() throws Exception {
        Operation<String> waiting =
                operation().whileRunning(waitUpTo(Duration.ofMinutes(2))).build();
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger attempts = new AtomicInteger();
        CompletableFuture<?> first = CompletableFuture.runAsync(() -> waiting.once("k", "same", () -> {
            running.countDown();
            await(end);
            return turnAway();
        }));
        assertThat(running.await(1, TimeUnit.MINUTES)).isTrue();
        CompletableFuture<Outcome<String>> second = waiting.attemptAsync("k", "same", context -> {
            attempts.set(context.attempt());
            return CompletableFuture.completedFuture("waited");
        });
        end.countDown();
        assertThat(second.get(1, TimeUnit.MINUTES).orThrow()).isEqualTo("waited");
        assertThat(attempts).hasValue(1);
        assertThat(catchThrowable(first::join)).hasCauseInstanceOf(TurnedAway.class);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName("A24 includes one that an executor refused to start")
    void notStarted() {
        AtomicInteger tasks = new AtomicInteger();
        Operation<String> refusing = Semel.builder(store)
                .executor(task -> {
                    if (tasks.incrementAndGet() > 1) {
                        throw new RejectedExecutionException("full");
                    }
                    task.run();
                })
                .build()
                .operation("op", Codec.text())
                .build();
        assertThat(catchThrowable(() -> refusing.attemptAsync(
                                "k", "forged", context -> CompletableFuture.completedFuture("never"))
                        .orTimeout(1, TimeUnit.MINUTES)
                        .join()))
                .hasCauseInstanceOf(RejectedExecutionException.class);
        assertThat(operation.once("k", "signed", () -> "done")).isEqualTo("done");
    }

    @Test
    @DisplayName("is chosen by a type that precedes the one that covers it")
    void narrowerTypeFirst() {
        OperationBuilder<String> never = operation().afterFailure(runAgain().orElse(forget(TurnedAway.class)));
        assertThatThrownBy(never::build)
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining("put the narrower type first");
    }
}
