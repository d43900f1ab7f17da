package dev.semel.engine;

import static dev.semel.policy.Policies.asAbandoned;
import static dev.semel.policy.Policies.hold;
import static dev.semel.policy.Policies.reconcile;
import static dev.semel.policy.Policies.replayFailures;
import static dev.semel.policy.Policies.runAgain;
import static dev.semel.policy.Policies.stillRunning;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.Event;
import dev.semel.FailureReplayedException;
import dev.semel.InProgressException;
import dev.semel.InvalidSettingsException;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.Outcome;
import dev.semel.RecordState;
import dev.semel.policy.AfterAbandonment;
import dev.semel.policy.AfterFailure;
import dev.semel.policy.Reconciler.Verdict;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("after the work has thrown")
class FailuresTest {
    private static final AfterFailure BOTH =
            replayFailures(IOException.class).orElse(asAbandoned(TimeoutException.class));

    /** Returns the state of a record after the work threw this under these policies. */
    private RecordState stateAfter(Way way, Exception thrown, AfterAbandonment abandonment, AfterFailure... failure) {
        Bench bench = new Bench();
        OperationBuilder<String> builder =
                bench.operation().reconciler(context -> Verdict.cannotTell()).afterAbandonment(abandonment);
        for (AfterFailure each : failure) {
            builder.afterFailure(each);
        }
        Operation<String> operation = builder.build();
        assertThat(catchThrowable(() -> way.call(bench, operation, context -> {
                    throw thrown;
                })))
                .isSameAs(thrown);
        Thread.interrupted();
        assertThat(bench.received(Event.Failed.class)).singleElement().satisfies(event -> {
            assertThat(event.facts().state()).isEqualTo(bench.state());
            assertThat(event.failure()).isSameAs(thrown);
            assertThat(event.stored()).isEqualTo(bench.state() == RecordState.FAILED);
        });
        return bench.state();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @DisplayName("A10 by default the next call runs if abandoned work may run again, and is in doubt otherwise")
    void byDefault(Way way) {
        Exception thrown = new IOException("timed out");
        assertThat(stateAfter(way, thrown, runAgain())).isEqualTo(RecordState.RELEASED);
        assertThat(stateAfter(way, thrown, hold())).isEqualTo(RecordState.IN_DOUBT);
        assertThat(stateAfter(way, thrown, reconcile())).isEqualTo(RecordState.IN_DOUBT);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @DisplayName("A10 an explicit runAgain() frees the record under every policy after abandonment")
    void saidAloud(Way way) {
        Exception thrown = new IOException("declined");
        assertThat(stateAfter(way, thrown, hold(), runAgain())).isEqualTo(RecordState.RELEASED);
        assertThat(stateAfter(way, thrown, reconcile(), runAgain())).isEqualTo(RecordState.RELEASED);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @DisplayName("A10 of two choices the first that covers an exception decides, and otherwise the default")
    void twoChoices(Way way) {
        Exception other = new IllegalStateException("other");
        assertThat(stateAfter(way, new FileNotFoundException(), hold(), BOTH)).isEqualTo(RecordState.FAILED);
        assertThat(stateAfter(way, new TimeoutException(), hold(), BOTH)).isEqualTo(RecordState.IN_DOUBT);
        assertThat(stateAfter(way, other, hold(), BOTH)).isEqualTo(RecordState.IN_DOUBT);
        assertThat(stateAfter(way, new FileNotFoundException(), runAgain(), BOTH))
                .isEqualTo(RecordState.FAILED);
        assertThat(stateAfter(way, new TimeoutException(), runAgain(), BOTH)).isEqualTo(RecordState.ABANDONED);
        assertThat(stateAfter(way, other, runAgain(), BOTH)).isEqualTo(RecordState.RELEASED);
        assertThat(stateAfter(way, other, hold(), BOTH.orElse(runAgain()))).isEqualTo(RecordState.RELEASED);
        AfterFailure reversed = asAbandoned().orElse(replayFailures());
        assertThatThrownBy(() -> stateAfter(way, other, hold(), reversed))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining("put the narrower type first");
        assertThatThrownBy(() -> stateAfter(way, other, hold(), runAgain().orElse(asAbandoned(IOException.class))))
                .isInstanceOf(InvalidSettingsException.class);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @DisplayName("A10 an interrupt of the work is never the result of the operation")
    void interrupted(Way way) {
        Exception thrown = new InterruptedException("not now");
        assertThat(stateAfter(way, thrown, runAgain(), replayFailures())).isEqualTo(RecordState.RELEASED);
        assertThat(stateAfter(way, thrown, hold(), replayFailures())).isEqualTo(RecordState.IN_DOUBT);
        assertThat(stateAfter(way, thrown, runAgain(), replayFailures(InterruptedException.class)))
                .isEqualTo(RecordState.RELEASED);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @DisplayName("A10 an exception of Semel itself is the result of the operation only if exactly that type was chosen")
    void semelsOwn(Way way) {
        Bench inner = new Bench();
        Operation<String> busy = inner.operation().build();
        busy.attemptAsync("k", null, context -> new java.util.concurrent.CompletableFuture<>());
        inner.time.advance(java.time.Duration.ofMillis(1));
        Exception refused = (Exception) catchThrowable(() -> busy.once("k", null, () -> "never"));
        assertThat(refused).isInstanceOf(InProgressException.class);
        assertThat(stateAfter(way, refused, runAgain(), replayFailures())).isEqualTo(RecordState.RELEASED);
        assertThat(stateAfter(way, refused, hold(), replayFailures())).isEqualTo(RecordState.IN_DOUBT);
        assertThat(stateAfter(way, refused, hold(), replayFailures(RuntimeException.class)))
                .isEqualTo(RecordState.IN_DOUBT);
        assertThat(stateAfter(way, refused, runAgain(), replayFailures(InProgressException.class)))
                .isEqualTo(RecordState.FAILED);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @DisplayName("A10 with an unknown outcome the next call is in doubt, or asks the reconciler, immediately")
    void nextCall(Way way) throws Exception {
        Bench held = new Bench();
        Operation<String> holding = held.operation().afterAbandonment(hold()).build();
        fail(way, held, holding);
        assertThat(way.call(held, holding)).isInstanceOf(Outcome.InDoubt.class);
        Bench reconciled = new Bench();
        Operation<String> asking = reconciled
                .operation()
                .reconciler(context -> Verdict.happened("receipt"))
                .build();
        fail(way, reconciled, asking);
        assertThat(way.call(reconciled, asking).orThrow()).isEqualTo("receipt");
        assertThat(reconciled.time.nanoTime()).isLessThan(Bench.LEASE.toNanos());
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @DisplayName("A10 work that may still be running stays in progress until its lease expires, and is abandoned then")
    void stillRunningAfterAll(Way way) throws Exception {
        AfterFailure choice = stillRunning(TimeoutException.class);
        assertThat(stateAfter(way, new TimeoutException(), hold(), choice)).isEqualTo(RecordState.IN_PROGRESS);
        assertThat(stateAfter(way, new IOException(), runAgain(), choice)).isEqualTo(RecordState.RELEASED);
        Bench bench = new Bench();
        Operation<String> operation = bench.operation().afterFailure(choice).build();
        fail(way, bench, operation);
        assertThat(way.call(bench, operation)).isInstanceOf(Outcome.InProgress.class);
        bench.time.advance(Bench.LEASE);
        assertThat(way.call(bench, operation, context -> "second")).isInstanceOf(Outcome.Executed.class);
    }

    private static void fail(Way way, Bench bench, Operation<String> operation) {
        assertThatThrownBy(() -> way.call(bench, operation, context -> {
                    throw new TimeoutException("no answer");
                }))
                .isInstanceOf(TimeoutException.class);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @DisplayName("A10 a stored failure is replayed with its type and message, and marked as replayed")
    void replayed(Way way) throws Exception {
        Bench bench = new Bench();
        Operation<String> operation =
                bench.operation().afterFailure(replayFailures()).build();
        fail(way, bench, operation);
        assertThat(way.call(bench, operation)).isInstanceOfSatisfying(Outcome.FailureReplayed.class, outcome -> {
            assertThat(outcome.failure().is(TimeoutException.class)).isTrue();
            assertThat(outcome.failure().message()).isEqualTo("no answer");
        });
    }

    @Test
    @DisplayName("A10 an error of the JVM frees the key, too")
    void errorOfTheJvm() {
        Operation<String> replaying =
                new Bench().operation().afterFailure(replayFailures()).build();
        AssertionError error = new AssertionError("broken");
        assertThat(catchThrowable(() -> replaying.once("k", null, () -> {
                    throw error;
                })))
                .isSameAs(error);
        assertThat(replaying.once("k", null, () -> "second")).isEqualTo("second");
    }

    @Test
    @DisplayName("A10 only failures of the chosen type are stored")
    void failuresOfOneType() {
        Operation<String> replaying = new Bench()
                .operation()
                .afterFailure(replayFailures(IOException.class))
                .build();
        assertThatThrownBy(() -> replaying.once("k", null, () -> {
                    throw new IllegalStateException("passing");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> replaying.once("k", null, () -> {
                    throw new FileNotFoundException();
                }))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> replaying.once("k", null, () -> "never"))
                .isInstanceOfSatisfying(FailureReplayedException.class, e -> {
                    assertThat(e.failure().is(FileNotFoundException.class)).isTrue();
                    assertThat(e.failure().message()).isNull();
                });
    }

    @Test
    @DisplayName("A10 a refusal by another operation is not stored as a failure of this one")
    void refusalsAreNotFailures() {
        Bench bench = new Bench();
        Operation<String> inner = bench.operation().build();
        Operation<String> outer =
                new Bench().operation().afterFailure(replayFailures()).build();
        assertThatThrownBy(() -> inner.once("inner", null, () -> {
                    outer.once("k", null, () -> inner.once("inner", null, () -> "never"));
                    return "x";
                }))
                .isInstanceOf(InProgressException.class);
        assertThat(outer.once("k", null, () -> "second")).isEqualTo("second");
    }
}
