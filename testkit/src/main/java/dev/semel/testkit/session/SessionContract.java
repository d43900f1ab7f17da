package dev.semel.testkit.session;

import static dev.semel.policy.Policies.asAbandoned;
import static dev.semel.policy.Policies.hold;
import static dev.semel.policy.Policies.reconcile;
import static dev.semel.policy.Policies.replayFailures;
import static dev.semel.policy.Policies.runUnprotected;
import static dev.semel.policy.Policies.waitUpTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.semel.Codec;
import dev.semel.InvalidKeyException;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.Outcome;
import dev.semel.RecordState;
import dev.semel.ResultNotKeptException;
import dev.semel.WaitInterruptedException;
import dev.semel.policy.Reconciler;
import dev.semel.store.ResultTooLargeException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The contract of every way of running an operation, as tests: what the caller gets, which events the listener receives, what is stored, and
 * whether the business effect is visible. Extend it and open a {@link Form}. A form that differs declares a {@link Trait}.
 */
public abstract class SessionContract extends SessionTrouble {
    /** Creates the contract. */
    protected SessionContract() {}

    @Test
    @DisplayName("a value is stored with its effect, and a duplicate replays it")
    void value() throws Exception {
        Operation<String> operation = texts().build();
        Outcome<String> outcome = call(operation, this::pay);
        assertThat(outcome).isInstanceOf(Outcome.Executed.class);
        assertThat(outcome.orThrow()).isEqualTo("receipt 1");
        checkEvents("Executed");
        checkRecord(RecordState.COMPLETED);
        checkReplaysNext(operation, "receipt 1");
        checkEffects(1);
    }

    @Test
    @DisplayName("a failure is thrown unchanged, bound effects are undone, and the next call runs")
    void failure() throws Exception {
        Operation<String> operation = texts().build();
        IOException declined = new IOException("declined");
        assertThat(catchThrowable(() -> call(operation, failing(declined)))).isSameAs(declined);
        checkEvents("Failed RELEASED");
        checkEffects(undoes() ? 0 : 1);
        if (leases()) {
            checkRecord(RecordState.RELEASED);
        } else {
            checkNoRecord();
        }
        checkRunsNext(operation);
        checkEvents("Executed");
        checkEffects(undoes() ? 1 : 2);
    }

    final Form.Work failing(Exception thrown) {
        return effect -> {
            effect.run();
            throw thrown;
        };
    }

    @Test
    @DisplayName("a failure that is a result is stored without the effects, and a duplicate gets it")
    void replayedFailure() throws Exception {
        Operation<String> operation = texts().afterFailure(replayFailures()).build();
        IOException declined = new IOException("declined");
        assertThat(catchThrowable(() -> call(operation, failing(declined)))).isSameAs(declined);
        assertThat(declined).hasNoSuppressedExceptions();
        checkEvents(has(Trait.STORES_FAILURE_LATER) ? "Failed RELEASED" : "Failed stored");
        checkRecord(RecordState.FAILED);
        checkEffects(undoes() ? 0 : 1);
        assertThat(call(operation, NEVER))
                .isInstanceOfSatisfying(
                        Outcome.FailureReplayed.class,
                        replayed -> assertThat(replayed.failure().message()).isEqualTo("declined"));
        checkEvents("Replayed");
    }

    @Test
    @DisplayName("a failure with an unknown effect lets the next call run")
    void abandonedAndRunAgain() throws Exception {
        checkUnknownFailure(texts().afterFailure(asAbandoned()), RecordState.ABANDONED);
    }

    @Test
    @DisplayName(
            "a failure with an unknown effect leaves the record in doubt if the policy is to hold, unless the effect is undone")
    void abandonedAndHeld() throws Exception {
        Operation<String> operation = checkUnknownFailure(texts().afterAbandonment(hold()), RecordState.IN_DOUBT);
        if (operation != null) {
            assertThat(call(operation, NEVER)).isInstanceOf(Outcome.InDoubt.class);
            checkEvents("InDoubt");
        }
    }

    @Test
    @DisplayName("a failure with an unknown effect is reconciled, unless the effect is undone")
    void abandonedAndReconciled() throws Exception {
        Operation<String> operation = checkUnknownFailure(
                texts().afterAbandonment(reconcile()).reconciler(abandoned -> Reconciler.Verdict.happened("found")),
                RecordState.IN_DOUBT);
        if (operation != null) {
            Outcome<String> found = call(operation, NEVER);
            assertThat(found).isInstanceOf(Outcome.Replayed.class);
            assertThat(found.orThrow()).isEqualTo("found");
            checkEvents("TookOver", "Reconciled");
            checkReplaysNext(operation, "found");
        }
    }

    /** Returns the operation if its next call does not run. */
    private @Nullable Operation<String> checkUnknownFailure(OperationBuilder<String> builder, RecordState after)
            throws Exception {
        Operation<String> operation = builder.build();
        IOException cutOff = new IOException("read timed out");
        assertThat(catchThrowable(() -> call(operation, failing(cutOff)))).isSameAs(cutOff);
        checkEffects(undoes() ? 0 : 1);
        if (leases()) {
            checkEvents("Failed " + after);
            checkRecord(after);
            if (after == RecordState.IN_DOUBT) {
                return operation;
            }
        } else {
            checkEvents("Failed RELEASED");
            checkNoRecord();
        }
        checkRunsNext(operation);
        return null;
    }

    @Test
    @DisplayName("a value that its codec cannot encode leaves a tombstone, unless the effect is undone")
    void unwritableValue() throws Exception {
        Codec<String> broken = new Codec<>() {
            @Override
            public String mediaType() {
                return "text/plain";
            }

            @Override
            public byte[] encode(String value) {
                throw new UnsupportedOperationException("no such character");
            }

            @Override
            public String decode(byte[] bytes) {
                throw new AssertionError("nothing was stored");
            }
        };
        checkNotKept(texts(broken).build(), this::pay, IllegalStateException.class);
    }

    @Test
    @DisplayName("a value that is too large for the store leaves a tombstone, unless the effect is undone")
    void tooLargeValue() throws Exception {
        String large = "x".repeat((1 << 20) + 1);
        checkNotKept(
                texts().build(),
                effect -> {
                    effect.run();
                    return large;
                },
                ResultTooLargeException.class);
    }

    private void checkNotKept(Operation<String> operation, Form.Work work, Class<? extends Exception> ifUndone)
            throws Exception {
        Throwable thrown = catchThrowable(() -> call(operation, work));
        if (undoes()) {
            assertThat(thrown).isInstanceOf(ifUndone);
            checkEvents();
            checkEffects(0);
            assertThat(form().observer().find(id()))
                    .satisfies(record -> assertThat(
                                    record.map(each -> each.state()).orElse(RecordState.RELEASED))
                            .isEqualTo(RecordState.RELEASED));
        } else {
            assertThat(thrown).isInstanceOf(ResultNotKeptException.class);
            checkEvents("ResultNotKept");
            checkEffects(1);
            checkRecord(RecordState.FAILED);
            assertThat(catchThrowable(() -> call(operation, NEVER))).isInstanceOf(ResultNotKeptException.class);
        }
    }

    @Test
    @DisplayName("a different request under the same key is refused and does not run")
    void mismatch() throws Exception {
        Operation<String> operation = texts().build();
        call(operation, this::pay);
        checkEvents("Executed");
        assertThat(call(operation, key, "another request", NEVER)).isInstanceOf(Outcome.Mismatched.class);
        checkEvents("Mismatched");
        checkEffects(1);
    }

    @Test
    @DisplayName("a duplicate of a running call is refused")
    void refusedWhileRunning() throws Exception {
        Operation<String> operation = texts().build();
        whileRunning(operation, () -> {
            assertThat(call(operation, NEVER)).isInstanceOf(Outcome.InProgress.class);
            checkEvents("Refused");
            return null;
        });
        checkEvents("Executed");
        checkEffects(1);
    }

    @Test
    @DisplayName("a duplicate of a running call waits for its value")
    void waits() throws Exception {
        Operation<String> operation = texts().whileRunning(waitUpTo(PATIENCE)).build();
        CompletableFuture<Outcome<String>> waiter = whileRunning(operation, () -> {
            CompletableFuture<Outcome<String>> waiting = elsewhere(() -> call(operation, NEVER));
            Thread.sleep(100);
            assertThat(waiting).isNotDone();
            return waiting;
        });
        Outcome<String> outcome = waiter.get(30, TimeUnit.SECONDS);
        assertThat(outcome).isInstanceOf(Outcome.Replayed.class);
        assertThat(outcome.orThrow()).isEqualTo("receipt 1");
        assertThat(events()).containsExactlyInAnyOrder("Executed", "Replayed");
        checkEffects(1);
    }

    @Test
    @DisplayName("a duplicate whose patience ends is refused")
    void patienceEnds() throws Exception {
        Operation<String> operation =
                texts().whileRunning(waitUpTo(Duration.ofMillis(200))).build();
        whileRunning(operation, () -> {
            assertThat(call(operation, NEVER)).isInstanceOf(Outcome.InProgress.class);
            checkEvents("Refused");
            return null;
        });
    }

    @Test
    @DisplayName("an interrupt ends the wait of a duplicate, or takes effect after a wait in the database")
    void interruptedWait() throws Exception {
        assumeFalse(has(Trait.HAS_NO_THREAD), "no thread waits");
        Operation<String> operation = texts().whileRunning(waitUpTo(PATIENCE)).build();
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        CompletableFuture<Outcome<String>> waiter = whileRunning(operation, () -> {
            CompletableFuture<Outcome<String>> waiting = elsewhere(() -> {
                thread.complete(Thread.currentThread());
                try {
                    return call(operation, NEVER);
                } finally {
                    flag.complete(Thread.interrupted());
                }
            });
            Thread.sleep(200);
            thread.get().interrupt();
            if (!has(Trait.WAITS_IN_DATABASE)) {
                assertThat(catchThrowable(() -> waiting.get(10, TimeUnit.SECONDS)))
                        .hasCauseInstanceOf(WaitInterruptedException.class);
            }
            return waiting;
        });
        if (has(Trait.WAITS_IN_DATABASE)) {
            assertThat(waiter.get(30, TimeUnit.SECONDS)).isInstanceOf(Outcome.Replayed.class);
        }
        assertThat(flag.get(10, TimeUnit.SECONDS)).as("the interrupt is kept").isTrue();
        checkEffects(1);
    }

    @Test
    @DisplayName("a call without a key is refused")
    void withoutKey() {
        Operation<String> operation = texts().build();
        assertThat(catchThrowable(() -> call(operation, null, REQUEST, NEVER))).isInstanceOf(InvalidKeyException.class);
        checkEvents();
        checkEffects(0);
    }

    @Test
    @DisplayName("a call without a key that may run has its effect and no record")
    void unprotected() throws Exception {
        Operation<String> operation = texts().withoutKey(runUnprotected()).build();
        for (int i = 1; i <= 2; i++) {
            assertThat(call(operation, null, REQUEST, this::pay)).isInstanceOf(Outcome.Unprotected.class);
            checkEvents("RanUnprotected");
            checkEffects(i);
        }
    }

    @Test
    @DisplayName("a call without a key that fails throws the failure, and bound effects are undone")
    void unprotectedFailure() {
        Operation<String> operation = texts().withoutKey(runUnprotected())
                .afterFailure(replayFailures())
                .build();
        IOException declined = new IOException("declined");
        assertThat(catchThrowable(() -> call(operation, null, REQUEST, failing(declined))))
                .isSameAs(declined);
        checkEvents("RanUnprotected");
        checkEffects(undoes() ? 0 : 1);
    }
}
