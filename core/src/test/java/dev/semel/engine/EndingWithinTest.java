package dev.semel.engine;

import static dev.semel.policy.Policies.hold;
import static dev.semel.policy.Policies.waitUpTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.InvalidSettingsException;
import dev.semel.LeaseLostException;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.RecordState;
import dev.semel.policy.OperationSettings;
import dev.semel.testkit.StoreCall;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a call that is terminated from outside")
class EndingWithinTest {
    private static final Duration LEFT = Duration.ofSeconds(7);

    private final Bench bench = new Bench();
    private final CompletableFuture<String> result = new CompletableFuture<>();

    private CompletableFuture<Outcome<String>> start(Operation<String> operation) {
        CompletableFuture<Outcome<String>> call = operation.attemptAsync("k", null, given -> result);
        bench.time.advance(Duration.ofMillis(1));
        return call;
    }

    @Test
    @DisplayName("has a lease that ends with it and is never renewed")
    void isNotRenewed() {
        start(bench.operation().build().endingWithin(LEFT));
        bench.time.advance(LEFT.minusMillis(2));
        assertThat(bench.state()).isEqualTo(RecordState.IN_PROGRESS);
        bench.time.advance(Duration.ofMillis(2));
        assertThat(bench.state()).isEqualTo(RecordState.ABANDONED);
        assertThat(bench.store.count(StoreCall.RENEW)).isZero();
    }

    @Test
    @DisplayName("A6 is taken over at that moment, and its result after that is refused")
    void isTakenOver() throws Exception {
        CompletableFuture<Outcome<String>> cutOff =
                start(bench.operation().build().endingWithin(LEFT));
        bench.time.advance(LEFT);
        Outcome<String> retry = bench.operation().build().endingWithin(LEFT).attempt("k", null, context -> {
            assertThat(context.attempt()).isEqualTo(2);
            return "retry";
        });
        assertThat(retry.orThrow()).isEqualTo("retry");
        result.complete("late");
        bench.time.advance(Duration.ofMillis(1));
        assertThatThrownBy(cutOff::join).hasCauseInstanceOf(LeaseLostException.class);
    }

    @Test
    @DisplayName("keeps the policy after abandonment")
    void keepsItsPolicy() throws Exception {
        start(bench.operation().afterAbandonment(hold()).build().endingWithin(LEFT));
        bench.time.advance(LEFT);
        Operation<String> other =
                bench.operation().afterAbandonment(hold()).build().endingWithin(LEFT);
        assertThat(other.attempt("k", null, context -> "again")).isInstanceOf(Outcome.InDoubt.class);
    }

    @Test
    @DisplayName("A16 waits for another call no longer than nine tenths of its time")
    void waitsWithinItsTime() throws Exception {
        start(bench.operation().build());
        long began = bench.time.nanoTime();
        Outcome<String> refused = bench.operation()
                .whileRunning(waitUpTo(Duration.ofMinutes(1)))
                .build()
                .endingWithin(Duration.ofSeconds(10))
                .attempt("k", null, context -> "mine");
        assertThat(refused).isInstanceOf(Outcome.InProgress.class);
        assertThat(Duration.ofNanos(bench.time.nanoTime() - began))
                .isBetween(Duration.ofMillis(8900), Duration.ofMillis(9100));
    }

    @Test
    @DisplayName("keeps its scope, and a shorter wait")
    void keepsTheRest() {
        Operation<String> operation = bench.operation()
                .whileRunning(waitUpTo(Duration.ofSeconds(1)))
                .build()
                .inScope("tenant");
        Operation<String> ending = operation.endingWithin(LEFT);
        assertThat(ending.settings().whileRunning()).isEqualTo(waitUpTo(Duration.ofSeconds(1)));
        assertThat(ending.settings().lease()).isEqualTo(LEFT);
        assertThat(ending.once("k", null, () -> "x")).isEqualTo("x");
        assertThat(operation.once("k", null, () -> "y")).isEqualTo("x");
    }

    @Test
    @DisplayName("A19 is refused if its time can't be a lease")
    void refusesOtherTimes() {
        Operation<String> operation = bench.operation().build();
        for (Duration wrong :
                new Duration[] {Duration.ZERO, Duration.ofSeconds(-1), OperationSettings.MAX_LEASE.plusMillis(1)}) {
            assertThatThrownBy(() -> operation.endingWithin(wrong)).isInstanceOf(InvalidSettingsException.class);
        }
    }
}
