package dev.semel.testkit.store;

import static dev.semel.policy.Policies.hold;
import static dev.semel.policy.Policies.replayFailures;
import static dev.semel.policy.Policies.waitUpTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.semel.Codec;
import dev.semel.Context;
import dev.semel.FailureReplayedException;
import dev.semel.LeaseLostException;
import dev.semel.MismatchException;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.Outcome;
import dev.semel.RecordState;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.store.RecordId;
import dev.semel.store.UnreadableRecordException;
import dev.semel.testkit.Fault;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.StoreCall;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Operations on the store: the behaviour that users rely on. */
abstract class OperationCases extends Cases {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    OperationCases(StoreContract contract) {
        super(contract);
    }

    private OperationBuilder<String> texts() {
        return Semel.on(store()).operation(operation(), Codec.text()).lease(LONG);
    }

    /** Returns a builder of the same operation on another node. */
    private OperationBuilder<String> textsElsewhere() {
        return Semel.on(contract().anotherNode())
                .operation(operation(), Codec.text())
                .lease(LONG);
    }

    private RecordId idOf(String key) {
        return new RecordId(operation(), "", key);
    }

    @Test
    @DisplayName("A1 a first call sends one claim and one settlement; a second call sends one claim and does not run")
    void firstAndSecondCall() {
        FaultyStore counting = FaultyStore.on(store());
        Operation<String> operation =
                Semel.on(counting).operation(operation(), Codec.text()).build();
        AtomicInteger runs = new AtomicInteger();
        assertThat(operation.once("a1", "r", () -> "receipt " + runs.incrementAndGet()))
                .isEqualTo("receipt 1");
        assertThat(counting.count(StoreCall.CLAIM)).isEqualTo(1);
        assertThat(counting.count(StoreCall.SETTLE)).isEqualTo(1);
        assertThat(counting.calls()).isEqualTo(2);
        assertThat(operation.once("a1", "r", () -> "receipt " + runs.incrementAndGet()))
                .isEqualTo("receipt 1");
        assertThat(counting.calls()).isEqualTo(3);
        assertThat(counting.count(StoreCall.CLAIM)).isEqualTo(2);
        assertThat(runs).hasValue(1);
    }

    @Test
    @DisplayName("A2 of 100 threads that wait on one key one runs, and all get its result")
    void hundredWaiters() throws InterruptedException {
        Operation<String> operation = texts().whileRunning(waitUpTo(PATIENCE)).build();
        AtomicInteger runs = new AtomicInteger();
        List<String> answers = together(
                100,
                () -> operation.once("a2", "r", () -> {
                    runs.incrementAndGet();
                    Thread.sleep(20);
                    return "receipt " + System.nanoTime();
                }));
        assertThat(runs).hasValue(1);
        assertThat(answers).hasSize(100).containsOnly(answers.get(0));
    }

    @Test
    @DisplayName("A2 of 100 threads that do not wait on one key one runs, and 99 are refused")
    void hundredRefused() throws InterruptedException {
        Operation<String> operation = texts().build();
        CountDownLatch othersAnswered = new CountDownLatch(99);
        List<Outcome<String>> outcomes = together(100, () -> {
            Outcome<String> outcome = operation.attempt("a2-refuse", "r", context -> {
                othersAnswered.await(30, TimeUnit.SECONDS);
                return "receipt";
            });
            othersAnswered.countDown();
            return outcome;
        });
        assertThat(outcomes).filteredOn(Outcome.Executed.class::isInstance).hasSize(1);
        assertThat(outcomes).filteredOn(Outcome.InProgress.class::isInstance).hasSize(99);
    }

    @Test
    @DisplayName("A3 null, nothing, empty text, empty bytes and constants are replayed unchanged")
    @SuppressWarnings("NullAway") // tests a null result
    void emptyResults() {
        Semel semel = Semel.on(store());
        Operation<String> text = semel.operation(operation(), Codec.text()).build();
        Operation<Void> nothing = semel.operation(operation(), Codec.nothing()).build();
        Operation<byte[]> bytes = semel.operation(operation(), Codec.bytes()).build();
        Operation<RecordState> constants =
                semel.operation(operation(), Codec.constants(RecordState.class)).build();
        for (int i = 0; i < 2; i++) {
            assertThat(text.once("null", "r", () -> null)).isNull();
            assertThat(text.once("empty", "r", () -> "")).isEmpty();
            assertThat(text.once("quoted", "r", () -> "\"x\" \u0000")).isEqualTo("\"x\" \u0000");
            assertThat(nothing.once("nothing", "r", () -> null)).isNull();
            assertThat(bytes.once("bytes", "r", () -> new byte[0])).isEmpty();
            assertThat(constants.once("constant", "r", () -> RecordState.FAILED))
                    .isEqualTo(RecordState.FAILED);
        }
    }

    @Test
    @DisplayName("A5 a duplicate of a running call is refused with the facts, three times alike")
    void refusedWhileRunning() {
        Operation<String> operation = texts().build();
        Operation<String> elsewhere = textsElsewhere().build();
        operation.once("a5", "r", () -> {
            for (int i = 0; i < 3; i++) {
                Outcome<String> outcome = elsewhere.attempt("a5", "r", context -> "never");
                assertThat(outcome).isInstanceOf(Outcome.InProgress.class);
                var facts = ((Outcome.InProgress<String>) outcome).facts();
                assertThat(facts.state()).isEqualTo(RecordState.IN_PROGRESS);
                assertThat(facts.attempt()).isEqualTo(1);
                assertThat(facts.leaseLeft()).isPositive();
            }
            return "receipt";
        });
        assertThat(elsewhere.once("a5", "r", () -> "never")).isEqualTo("receipt");
    }

    @Test
    @DisplayName("A9 renewals keep the lease of work that runs longer than it")
    void renewalKeepsTheLease() throws InterruptedException {
        assumeFalse(contract().hasExactTime(), "real time does not pass for this store");
        Duration lease = contract().shortLease();
        Operation<String> operation = texts().lease(lease).build();
        Operation<String> elsewhere = textsElsewhere().lease(lease).build();
        Outcome<String> outcome = operation.attempt("a9", "r", context -> {
            for (int i = 0; i < 5; i++) {
                contract().passTime(lease.dividedBy(2));
                assertThat(elsewhere.attempt("a9", "r", other -> "never")).isInstanceOf(Outcome.InProgress.class);
            }
            return "receipt " + context.stillOwner();
        });
        assertThat(outcome.orThrow()).isEqualTo("receipt true");
        assertThat(elsewhere.once("a9", "r", () -> "never")).isEqualTo("receipt true");
    }

    @Test
    @DisplayName("A10 an exception of the work reaches the caller unchanged, and the next call runs")
    void failureRunsAgain() throws IOException {
        Operation<String> operation = texts().build();
        IOException failure = new IOException("declined");
        assertThat(catchThrowable(() -> operation.once("a10", "r", () -> {
                    throw failure;
                })))
                .isSameAs(failure);
        assertThat(failure.getSuppressed()).isEmpty();
        assertThat(operation
                        .attempt("a10", "r", context -> "attempt " + context.attempt())
                        .orThrow())
                .isEqualTo("attempt 2");
    }

    @Test
    @DisplayName(
            "A10 where failures are replayed, the next call gets a FailureReplayedException with the failure's type and message")
    void failureIsReplayed() {
        Operation<String> operation = texts().afterFailure(replayFailures()).build();
        assertThatThrownBy(() -> operation.once("a10-replay", "r", () -> {
                    throw new IOException("declined");
                }))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> operation.once("a10-replay", "r", () -> "never"))
                .isInstanceOfSatisfying(FailureReplayedException.class, replayed -> {
                    assertThat(replayed.failure().is(IOException.class)).isTrue();
                    assertThat(replayed.failure().message()).isEqualTo("declined");
                });
    }

    @Test
    @DisplayName("A12 a different request under the same key is refused while the first runs and afterwards")
    void mismatch() {
        Operation<String> operation = texts().build();
        Operation<String> elsewhere =
                textsElsewhere().whileRunning(waitUpTo(PATIENCE)).build();
        operation.once("a12", "one", () -> {
            assertThatThrownBy(() -> elsewhere.once("a12", "two", () -> "never"))
                    .isInstanceOf(MismatchException.class);
            return "receipt";
        });
        assertThatThrownBy(() -> elsewhere.once("a12", "two", () -> "never")).isInstanceOf(MismatchException.class);
        assertThat(elsewhere.once("a12", "one", () -> "never")).isEqualTo("receipt");
    }

    @Test
    @DisplayName("A13 one key in two scopes runs twice and replays to each scope its own result")
    void scopes() {
        Operation<String> operation = texts().build();
        assertThat(operation.inScope("alice").once("a13", "r", () -> "for alice"))
                .isEqualTo("for alice");
        assertThat(operation.inScope("bob").once("a13", "r", () -> "for bob")).isEqualTo("for bob");
        assertThat(operation.inScope("alice").once("a13", "r", () -> "never")).isEqualTo("for alice");
        assertThat(operation.once("a13", "r", () -> "for all")).isEqualTo("for all");
    }

    @Test
    @DisplayName("A14 nested operations settle separate records, with the same key and with another")
    void nested() {
        Semel semel = Semel.on(store());
        Operation<String> outer =
                semel.operation(operation() + ".outer", Codec.text()).build();
        Operation<String> inner =
                semel.operation(operation() + ".inner", Codec.text()).build();
        for (int i = 0; i < 2; i++) {
            String answer = outer.once("a14", "r", () -> {
                String same = inner.once("a14", "r", () -> "inner same");
                String other = inner.once("a14-other", "r", () -> "inner other");
                return same + ", " + other;
            });
            assertThat(answer).isEqualTo("inner same, inner other");
        }
        assertThat(inner.once("a14", "r", () -> "never")).isEqualTo("inner same");
        assertThat(inner.once("a14-other", "r", () -> "never")).isEqualTo("inner other");
    }

    @Test
    @DisplayName("A16 a waiter on another node gets the result soon after the owner settles")
    void waiterElsewhereIsAnswered() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CompletableFuture<String> waiter = waiterElsewhere("a16", running, "never");
        texts().build().once("a16", "r", () -> {
            running.countDown();
            Thread.sleep(100);
            return "receipt";
        });
        assertThat(waiter.get(5, TimeUnit.SECONDS)).isEqualTo("receipt");
    }

    /** Calls on another node, and waits there, once the owner is running. */
    private CompletableFuture<String> waiterElsewhere(String key, CountDownLatch running, String answer) {
        Operation<String> elsewhere =
                textsElsewhere().whileRunning(waitUpTo(PATIENCE)).build();
        return CompletableFuture.supplyAsync(() -> {
            await(running);
            return elsewhere.once(key, "r", () -> answer);
        });
    }

    @Test
    @DisplayName("A16 a waiter on another node runs soon after the owner fails")
    void waiterElsewhereRunsAfterAFailure() throws Exception {
        Operation<String> operation = texts().build();
        CountDownLatch running = new CountDownLatch(1);
        CompletableFuture<String> waiter = waiterElsewhere("a16-fail", running, "second");
        assertThatThrownBy(() -> operation.once("a16-fail", "r", () -> {
                    running.countDown();
                    Thread.sleep(100);
                    throw new IOException("declined");
                }))
                .isInstanceOf(IOException.class);
        assertThat(waiter.get(5, TimeUnit.SECONDS)).isEqualTo("second");
    }

    @Test
    @DisplayName("A21 an unreadable record fails with an error that names it, and the operation does not run")
    void unreadable() {
        Operation<String> operation = texts().build();
        operation.once("a21", "r", () -> "receipt");
        assumeTrue(contract().makeUnreadable(idOf("a21")), "the store's records have no version");
        assertThatThrownBy(() -> operation.once("a21", "r", () -> "never"))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining(idOf("a21").toString());
    }

    @Test
    @DisplayName("A26 a claim whose replies were all lost is released in the background, since the work did not run")
    void releasedInBackground() throws InterruptedException {
        FaultyStore losing = FaultyStore.on(store());
        losing.next(StoreCall.CLAIM, Fault.lostReply(), Fault.lostReply(), Fault.lostReply());
        Operation<String> held = Semel.on(losing)
                .operation(operation(), Codec.text())
                .lease(LONG)
                .afterAbandonment(hold())
                .build();
        assertThatThrownBy(() -> held.once("a26", "r", () -> "never")).isInstanceOf(StoreException.class);
        for (int i = 0; i < 3_000 && store().find(idOf("a26")).isPresent(); i++) {
            Thread.sleep(10);
        }
        assertThat(held.once("a26", "another request", () -> "ran")).isEqualTo("ran");
    }

    @Test
    @DisplayName("A27 an overtaken owner has a lower epoch than the next, and the same creation time")
    void overtakenEpoch() {
        Operation<String> elsewhere = textsElsewhere().build();
        List<Context> owners = new ArrayList<>();
        Operation<String> stalling = texts().build().endingWithin(contract().shortLease());
        assertThatThrownBy(() -> stalling.attempt("a27", "r", context -> {
                    owners.add(context);
                    passShortLease();
                    return elsewhere
                            .attempt("a27", "r", other -> {
                                owners.add(other);
                                return "second";
                            })
                            .orThrow();
                }))
                .isInstanceOf(LeaseLostException.class);
        assertThat(owners).extracting(Context::epoch).containsExactly(1L, 2L);
        assertThat(owners)
                .extracting(owner -> owner.facts().since())
                .containsOnly(owners.get(0).facts().since());
        assertThat(find(idOf("a27")).token().epoch()).isEqualTo(2);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
