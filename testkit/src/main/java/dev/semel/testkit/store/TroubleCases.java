package dev.semel.testkit.store;

import static dev.semel.policy.Policies.hold;
import static dev.semel.policy.Policies.runUnprotected;
import static dev.semel.policy.Policies.waitUpTo;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.Codec;
import dev.semel.Fingerprint;
import dev.semel.Fingerprinter;
import dev.semel.LeaseLostException;
import dev.semel.NotRecordedException;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.Outcome;
import dev.semel.RecordState;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.policy.Reconciler.Verdict;
import dev.semel.store.ClaimRequest;
import dev.semel.store.RecordId;
import dev.semel.testkit.Fault;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.StoreCall;
import dev.semel.testkit.VirtualTime;
import dev.semel.testkit.history.History;
import dev.semel.testkit.history.rules.HistoryChecker;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Operations on the store under lost requests and replies, pauses and crashes. */
abstract class TroubleCases extends Cases {

    TroubleCases(StoreContract contract) {
        super(contract);
    }

    private OperationBuilder<String> texts(FaultyStore faulty) {
        return Semel.on(faulty).operation(operation(), Codec.text()).lease(LONG);
    }

    private OperationBuilder<String> texts() {
        return Semel.on(store())
                .operation(operation(), Codec.text())
                .lease(contract().shortLease());
    }

    /** Returns a builder of the operation on a node whose time stands still, so that it does not renew its leases. */
    private OperationBuilder<String> stalled() {
        Semel semel = Semel.builder(contract().anotherNode())
                .timekeeper(new VirtualTime())
                .build();
        return semel.operation(operation(), Codec.text()).lease(contract().shortLease());
    }

    @Test
    @DisplayName("A7 an owner that resumes after another has settled gets LeaseLostException, and changes nothing")
    void lateOwnerHasLostItsLease() {
        Operation<String> late = stalled().build();
        Operation<String> other = texts().build();
        assertThatThrownBy(() -> late.once("a7", "r", () -> {
                    passShortLease();
                    assertThat(other.once("a7", "r", () -> "second")).isEqualTo("second");
                    return "first";
                }))
                .isInstanceOf(LeaseLostException.class);
        assertThat(other.once("a7", "r", () -> "never")).isEqualTo("second");
    }

    @Test
    @DisplayName("A7 an owner that fails after a takeover gets its own exception, with LeaseLostException suppressed")
    void lateFailureHasLostItsLease() {
        Operation<String> late = stalled().build();
        Operation<String> other = texts().build();
        Throwable thrown = catchThrowable(() -> late.once("a7-fail", "r", () -> {
            passShortLease();
            other.once("a7-fail", "r", () -> "second");
            throw new IllegalStateException("declined");
        }));
        assertThat(thrown).isInstanceOf(IllegalStateException.class);
        assertThat(thrown.getSuppressed()).hasAtLeastOneElementOfType(LeaseLostException.class);
        assertThat(other.once("a7-fail", "r", () -> "never")).isEqualTo("second");
    }

    @Test
    @DisplayName("A8 an owner that resumes late settles if no other claim came first")
    void lateOwnerSettlesIfNotTakenOver() throws InterruptedException {
        Operation<String> late = stalled().build();
        assertThat(late.once("a8", "r", () -> {
                    passShortLease();
                    return "first";
                }))
                .isEqualTo("first");
        assertThat(texts().build().once("a8", "r", () -> "never")).isEqualTo("first");
    }

    @Test
    @DisplayName("A6 an abandoned operation runs again as the next attempt")
    void abandonedRunsAgain() throws InterruptedException {
        abandon("a6");
        assertThat(texts().build()
                        .attempt("a6", "r", context -> "attempt " + context.attempt())
                        .orThrow())
                .isEqualTo("attempt 2");
    }

    @Test
    @DisplayName("A6 an abandoned record stays in doubt where the policy is to hold, on every call")
    void abandonedIsHeld() throws InterruptedException {
        abandon("a6-hold");
        Operation<String> holding = texts().afterAbandonment(hold()).build();
        for (int i = 0; i < 3; i++) {
            Outcome<String> outcome = holding.attempt("a6-hold", "r", context -> "never");
            assertThat(outcome).isInstanceOf(Outcome.InDoubt.class);
        }
    }

    @Test
    @DisplayName("A6 a reconciler that reports that it happened provides the result, which is replayed from then on")
    void reconcilerReportsThatItHappened() throws InterruptedException {
        abandon("a6-happened");
        AtomicInteger asked = new AtomicInteger();
        Operation<String> operation = texts().reconciler(context -> {
                    asked.incrementAndGet();
                    return Verdict.happened("found " + context.attempt());
                })
                .build();
        for (int i = 0; i < 2; i++) {
            assertThat(operation.attempt("a6-happened", "r", context -> "never"))
                    .isInstanceOf(Outcome.Replayed.class);
            assertThat(operation.once("a6-happened", "r", () -> "never")).isEqualTo("found 2");
        }
        assertThat(asked).hasValue(1);
    }

    @Test
    @DisplayName("A6 a reconciler that reports that it did not happen lets the work run")
    void reconcilerReportsThatItDidNotHappen() throws InterruptedException {
        abandon("a6-not");
        Operation<String> operation =
                texts().reconciler(context -> Verdict.didNotHappen()).build();
        assertThat(operation.once("a6-not", "r", () -> "ran")).isEqualTo("ran");
    }

    @Test
    @DisplayName("A6 a reconciler without a verdict leaves the record in doubt, and the next call asks it again")
    void reconcilerCannotTell() throws InterruptedException {
        abandon("a6-unknown");
        AtomicInteger asked = new AtomicInteger();
        Operation<String> operation = texts().reconciler(
                        context -> asked.incrementAndGet() < 3 ? Verdict.cannotTell() : Verdict.happened("at last"))
                .build();
        for (int i = 0; i < 2; i++) {
            Outcome<String> outcome = operation.attempt("a6-unknown", "r", context -> "never");
            assertThat(outcome).isInstanceOf(Outcome.InDoubt.class);
            assertThat(((Outcome.InDoubt<String>) outcome).facts().state()).isEqualTo(RecordState.IN_DOUBT);
        }
        assertThat(operation.once("a6-unknown", "r", () -> "never")).isEqualTo("at last");
    }

    @Test
    @DisplayName("A6 A20 a reconciler is asked also if the reply to the takeover was lost")
    void reconcilerIsAskedAfterALostReply() throws InterruptedException {
        abandon("a6-lost");
        FaultyStore faulty = FaultyStore.on(store()).next(StoreCall.CLAIM, Fault.lostReply(), Fault.lostReply());
        Operation<String> operation =
                texts(faulty).reconciler(context -> Verdict.happened("found")).build();
        assertThat(operation.once("a6-lost", "r", () -> "never")).isEqualTo("found");
    }

    /** Creates a record whose owner is gone. */
    private void abandon(String key) throws InterruptedException {
        Fingerprint fingerprint = Fingerprinter.byValue().of("r");
        RecordId id = new RecordId(operation(), "", key);
        store().claim(new ClaimRequest(
                id, fingerprint, Cases::nonce, terms(contract().shortLease()), true));
        passShortLease();
    }

    @Test
    @DisplayName(
            "A11 a result that cannot be recorded is reported, and a retry before the lease ends does not run the work")
    void notRecorded() {
        VirtualTime time = new VirtualTime();
        FaultyStore broken = new FaultyStore(
                store(), call -> call == StoreCall.SETTLE ? Fault.lostRequest() : Fault.none(), delay -> {});
        Operation<String> operation = Semel.builder(broken)
                .timekeeper(time)
                .executor(time)
                .build()
                .operation(operation(), Codec.text())
                .lease(LONG)
                .build();
        AtomicInteger runs = new AtomicInteger();
        CompletableFuture<Outcome<String>> call = operation.attemptAsync("a11", "r", context -> {
            runs.incrementAndGet();
            return CompletableFuture.completedFuture("receipt");
        });
        time.advance(LONG.plusSeconds(5));
        assertThatThrownBy(call::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(NotRecordedException.class, thrown -> {
                    assertThat(thrown.value()).contains("receipt");
                    assertThat(thrown).hasCauseInstanceOf(StoreException.class);
                });
        assertThat(broken.count(StoreCall.SETTLE)).isGreaterThan(10);
        Outcome<String> retry = texts().build().attempt("a11", "r", context -> "again");
        assertThat(retry).isInstanceOf(Outcome.InProgress.class);
        assertThat(runs).hasValue(1);
    }

    @Test
    @DisplayName("A20 a claim whose reply was lost is sent again and recognised")
    void lostReplyOfAClaim() {
        FaultyStore faulty = FaultyStore.on(store()).next(StoreCall.CLAIM, Fault.lostReply(), Fault.lostReply());
        Operation<String> operation = texts(faulty).build();
        assertThat(operation
                        .attempt("a20-claim", "r", context -> "attempt " + context.attempt())
                        .orThrow())
                .isEqualTo("attempt 1");
        assertThat(faulty.count(StoreCall.CLAIM)).isEqualTo(3);
    }

    @Test
    @DisplayName("A20 a settlement whose reply was lost is sent again and confirmed")
    void lostReplyOfASettlement() {
        FaultyStore faulty = FaultyStore.on(store()).next(StoreCall.SETTLE, Fault.lostReply(), Fault.lostRequest());
        Operation<String> operation = texts(faulty).build();
        assertThat(operation.once("a20-settle", "r", () -> "receipt")).isEqualTo("receipt");
        assertThat(faulty.count(StoreCall.SETTLE)).isEqualTo(3);
        assertThat(operation.once("a20-settle", "r", () -> "never")).isEqualTo("receipt");
    }

    @Test
    @DisplayName("A20 a release whose reply was lost is sent again and confirmed")
    void lostReplyOfARelease() {
        FaultyStore faulty = FaultyStore.on(store()).next(StoreCall.RELEASE, Fault.lostReply());
        Operation<String> operation = texts(faulty).build();
        Throwable thrown = catchThrowable(() -> operation.once("a20-release", "r", () -> {
            throw new IllegalStateException("declined");
        }));
        assertThat(thrown.getSuppressed()).isEmpty();
        assertThat(operation.once("a20-release", "r", () -> "second")).isEqualTo("second");
    }

    @Test
    @DisplayName("A10 the exception of a failed release is suppressed in the exception of the work")
    void failedReleaseIsSuppressed() {
        // All are lost: the engine continues in the background, and must not succeed before the last assertion.
        FaultyStore faulty = new FaultyStore(
                store(), call -> call == StoreCall.RELEASE ? Fault.lostRequest() : Fault.none(), delay -> {});
        Throwable thrown = catchThrowable(() -> texts(faulty).build().once("a10", "r", () -> {
            throw new IllegalStateException("declined");
        }));
        assertThat(thrown).isInstanceOf(IllegalStateException.class);
        assertThat(thrown.getSuppressed())
                .hasOnlyElementsOfType(StoreException.class)
                .hasSize(1);
        assertThat(texts().build().attempt("a10", "r", context -> "again")).isInstanceOf(Outcome.InProgress.class);
    }

    @Test
    @DisplayName("an operation does not run while the store is unreachable, unless its policy allows it")
    void storeUnreachable() {
        FaultyStore down = new FaultyStore(store(), call -> Fault.lostRequest(), delay -> {});
        AtomicInteger runs = new AtomicInteger();
        assertThatThrownBy(() -> texts(down).build().once("down", "r", () -> "ran " + runs.incrementAndGet()))
                .isInstanceOf(StoreException.class);
        assertThat(runs).hasValue(0);
        Outcome<String> open = texts(down)
                .withoutStore(runUnprotected())
                .build()
                .attempt("down", "r", context -> "ran " + runs.incrementAndGet());
        assertThat(open).isInstanceOf(Outcome.Unprotected.class);
        assertThat(runs).hasValue(1);
    }

    @Test
    @DisplayName("all rules hold on contended keys while requests and replies are lost at random")
    void rulesHoldUnderRandomFaults() throws InterruptedException {
        long seed = ThreadLocalRandom.current().nextLong();
        History history = new History(InstantSource.system());
        FaultyStore.Plan random = FaultyStore.Plan.random(seed, 0.2);
        FaultyStore faulty = new FaultyStore(
                history.recording("node", store()),
                call -> {
                    distinguishLives();
                    return random.next(call);
                },
                delay -> {});
        Operation<String> operation = Semel.on(faulty)
                .operation(operation(), Codec.text())
                .lease(LONG)
                .whileRunning(waitUpTo(Duration.ofSeconds(2)))
                .build();
        together(8, () -> {
            for (int i = 0; i < 10; i++) {
                callAndRecord(operation, history, "hot-" + i % 3);
            }
            return true;
        });
        // The leases are long, so the verdict does not depend on the difference between the two clocks.
        assertThat(new HistoryChecker(Duration.ofSeconds(30)).check(history))
                .as("seed %d", seed)
                .isEmpty();
    }

    private static void callAndRecord(Operation<String> operation, History history, String key) {
        Fingerprint fingerprint = Fingerprinter.byValue().of(key);
        try {
            Outcome<String> outcome = operation.attempt(key, key, context -> {
                String receipt = key + " " + System.nanoTime();
                history.ran(context.facts(), fingerprint, receipt.getBytes(UTF_8));
                return receipt;
            });
            if (outcome instanceof Outcome.Executed<String> executed) {
                history.answered(executed.facts(), fingerprint, executed.value().getBytes(UTF_8));
            } else if (outcome instanceof Outcome.Replayed<String> replayed) {
                history.answered(replayed.facts(), fingerprint, replayed.value().getBytes(UTF_8));
            }
        } catch (StoreException e) {
            // A waiter gets the failure of the call that it joined, so the injected one may be the cause.
            assertThat(e).hasStackTraceContaining("injected");
        }
    }
}
