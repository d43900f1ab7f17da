package dev.semel.engine;

import static dev.semel.policy.Policies.replayFailures;
import static dev.semel.policy.Policies.waitUpTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.NotRecordedException;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.Outcome;
import dev.semel.RecordState;
import dev.semel.policy.Reconciler.Verdict;
import dev.semel.testkit.Fault;
import dev.semel.testkit.StoreCall;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("an executor that throws")
class ExecutorTest {
    private static final int AT_CLAIM = 1;
    private static final int AT_WORK = 2;
    private static final int AT_SETTLEMENT = 3;

    private final Bench bench = new Bench();
    private final AtomicInteger handedIn = new AtomicInteger();
    private final AtomicInteger runs = new AtomicInteger();
    private int throwsAt;
    private boolean takesItAllTheSame;
    private boolean runsItAtOnce;
    private boolean backgroundThrows;

    static Stream<Throwable> anything() {
        return Stream.of(
                new RejectedExecutionException("full"),
                new OutOfMemoryError("unable to create native thread"),
                new TimeoutException("checked, and thrown all the same"));
    }

    private OperationBuilder<String> operation(Throwable thrown) {
        return Bench.operation(bench.semel()
                .timekeeper(new DrivenTime(bench.time) {
                    @Override
                    public void inBackground(Runnable task) {
                        if (backgroundThrows) {
                            ExecutorTest.<RuntimeException>sneak(thrown);
                        }
                        super.inBackground(task);
                    }
                })
                .executor(task -> {
                    boolean refused = handedIn.incrementAndGet() == throwsAt;
                    if (refused && runsItAtOnce) {
                        task.run();
                    } else if (!refused || takesItAllTheSame) {
                        bench.time.execute(task);
                    }
                    if (refused) {
                        ExecutorTest.<RuntimeException>sneak(thrown);
                    }
                }));
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <X extends Throwable> void sneak(Throwable thrown) throws X {
        throw (X) thrown;
    }

    private CompletableFuture<Outcome<String>> call(Operation<String> operation) {
        CompletableFuture<Outcome<String>> call = operation.attemptAsync("k", null, context -> {
            runs.incrementAndGet();
            return CompletableFuture.completedFuture("receipt");
        });
        bench.time.advance(Duration.ofMillis(1));
        return call;
    }

    private static Throwable failureOf(CompletableFuture<?> call) {
        assertThat(call).isCompletedExceptionally();
        Throwable thrown = call.handle((value, failure) -> failure).join();
        return thrown instanceof java.util.concurrent.CompletionException ? thrown.getCause() : thrown;
    }

    @ParameterizedTest
    @MethodSource("anything")
    @DisplayName("A10 before the claim fails the call, and touches no record")
    void beforeTheClaim(Throwable thrown) {
        throwsAt = AT_CLAIM;
        Operation<String> operation = operation(thrown).build();
        assertThat(failureOf(call(operation))).isSameAs(thrown);
        assertThat(bench.store.calls()).isZero();
        assertThat(call(operation).join()).isInstanceOf(Outcome.Executed.class);
    }

    @ParameterizedTest
    @MethodSource("anything")
    @DisplayName("A10 before a poll lets another of the waiting calls poll immediately")
    void beforeAPoll(Throwable thrown) {
        bench.operation().build().attemptAsync("k", null, context -> new CompletableFuture<>());
        bench.time.advance(Duration.ofMillis(1));
        Operation<String> operation =
                operation(thrown).whileRunning(waitUpTo(Duration.ofSeconds(10))).build();
        CompletableFuture<Outcome<String>> leader = call(operation);
        CompletableFuture<Outcome<String>> joined = call(operation);
        throwsAt = handedIn.get() + 1;
        int claims = bench.store.count(StoreCall.CLAIM);
        bench.time.advance(Duration.ofMillis(5));
        assertThat(failureOf(leader)).isSameAs(thrown);
        assertThat(joined).isNotDone();
        assertThat(bench.store.count(StoreCall.CLAIM)).isEqualTo(claims + 1);
    }

    @ParameterizedTest
    @MethodSource("anything")
    @DisplayName("A6 before the reconciler leaves the record in doubt, and the next call asks")
    void beforeTheReconciler(Throwable thrown) {
        throwsAt = AT_WORK;
        AtomicInteger asked = new AtomicInteger();
        Operation<String> operation = operation(thrown)
                .reconciler(context -> {
                    asked.incrementAndGet();
                    return Verdict.happened("receipt");
                })
                .build();
        bench.abandonRecord();
        assertThat(failureOf(call(operation))).isSameAs(thrown);
        assertThat(bench.state()).isEqualTo(RecordState.IN_DOUBT);
        assertThat(asked).hasValue(0);
        assertThat(call(operation).join().orThrow()).isEqualTo("receipt");
        assertThat(asked).hasValue(1);
        assertThat(runs).hasValue(0);
    }

    @ParameterizedTest
    @MethodSource("anything")
    @DisplayName("A10 A24 before the work leaves no record, and is never stored as the result of the operation")
    void beforeTheWork(Throwable thrown) {
        throwsAt = AT_WORK;
        Operation<String> operation =
                operation(thrown).afterFailure(replayFailures()).build();
        assertThat(failureOf(call(operation))).isSameAs(thrown);
        assertThat(bench.memory.find(Bench.ID)).isEmpty();
        assertThat(call(operation).join()).isInstanceOf(Outcome.Executed.class);
        assertThat(runs).hasValue(1);
    }

    @Test
    @DisplayName("A10 A24 before the work leaves no record under hold either: the work has not begun")
    void beforeTheWorkUnderHold() {
        throwsAt = AT_WORK;
        Operation<String> operation = operation(new RejectedExecutionException("full"))
                .afterAbandonment(dev.semel.policy.Policies.hold())
                .build();
        failureOf(call(operation));
        assertThat(bench.memory.find(Bench.ID)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("anything")
    @DisplayName("A11 at the settlement does not keep the result from being stored")
    void atTheSettlement(Throwable thrown) {
        throwsAt = AT_SETTLEMENT;
        assertThat(call(operation(thrown).build()).join().orThrow()).isEqualTo("receipt");
        assertThat(bench.state()).isEqualTo(RecordState.COMPLETED);
        assertThat(runs).hasValue(1);
    }

    @ParameterizedTest
    @MethodSource("anything")
    @DisplayName("A10 after it has accepted or run the task runs no work twice")
    void thoughTaken(Throwable thrown) {
        for (int at = AT_CLAIM; at <= AT_SETTLEMENT; at++) {
            for (boolean atOnce : new boolean[] {true, false}) {
                ExecutorTest fresh = new ExecutorTest();
                fresh.throwsAt = at;
                fresh.takesItAllTheSame = true;
                fresh.runsItAtOnce = atOnce;
                Operation<String> operation = fresh.operation(thrown).build();
                fresh.call(operation);
                fresh.bench.time.advance(Duration.ofSeconds(1));
                assertThat(fresh.call(operation).join().orThrow()).isEqualTo("receipt");
                assertThat(fresh.runs).hasValue(1);
                assertThat(fresh.bench.state()).isEqualTo(RecordState.COMPLETED);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("anything")
    @DisplayName(
            "A11 at the settlement, with no background thread either, is reported as not recorded, and ends the renewals")
    void nowhereToSettle(Throwable thrown) {
        throwsAt = AT_SETTLEMENT;
        backgroundThrows = true;
        CompletableFuture<Outcome<String>> call = call(operation(thrown).build());
        assertThat(failureOf(call)).isInstanceOfSatisfying(NotRecordedException.class, e -> {
            assertThat(e.value()).contains("receipt");
            assertThat(e).hasCause(thrown);
        });
        backgroundThrows = false;
        bench.time.advance(Bench.LEASE.multipliedBy(10));
        assertThat(bench.store.count(StoreCall.RENEW)).isZero();
        assertThat(bench.state()).isEqualTo(RecordState.ABANDONED);
    }

    @Test
    @DisplayName("work that returns no stage fails with what to return, and frees the record")
    void noStage() {
        Operation<String> operation = bench.operation().build();
        CompletableFuture<Outcome<String>> call = operation.attemptAsync("k", null, context -> null);
        bench.time.advance(Duration.ofMillis(1));
        assertThat(failureOf(call)).hasMessageContaining("completedFuture");
        assertThat(bench.state()).isEqualTo(RecordState.RELEASED);
    }

    @ParameterizedTest
    @org.junit.jupiter.params.provider.EnumSource(Way.class)
    @DisplayName("a pause that fails at the settlement is reported as not recorded, and wakes the waiters")
    void noPause(Way way) {
        boolean[] broken = new boolean[1];
        Operation<String> operation = Bench.operation(bench.semel().timekeeper(new DrivenTime(bench.time) {
                    @Override
                    public Runnable after(Duration delay, Runnable task) {
                        check();
                        return super.after(delay, task);
                    }

                    @Override
                    public void await(CompletableFuture<?> until, Duration atMost) throws InterruptedException {
                        check();
                        super.await(until, atMost);
                    }

                    private void check() {
                        if (broken[0]) {
                            broken[0] = false;
                            throw new OutOfMemoryError("no timer");
                        }
                    }
                }))
                .whileRunning(waitUpTo(Duration.ofMinutes(5)))
                .build();
        bench.store.next(StoreCall.SETTLE, Fault.lostRequest());
        AtomicInteger claims = new AtomicInteger();
        assertThatThrownBy(() -> way.call(bench, operation, context -> {
                    operation.attemptAsync("k", null, other -> new CompletableFuture<>());
                    // On another thread, since a call that duplicates the work of the same thread is refused.
                    CompletableFuture.runAsync(() -> bench.time.advance(Duration.ofMillis(1)))
                            .join();
                    claims.set(bench.store.count(StoreCall.CLAIM));
                    broken[0] = true;
                    return "receipt";
                }))
                .isInstanceOf(NotRecordedException.class);
        bench.time.advance(Duration.ofMillis(1));
        assertThat(bench.store.count(StoreCall.CLAIM)).isGreaterThan(claims.get());
        assertThat(bench.store.count(StoreCall.RENEW)).isZero();
    }
}
