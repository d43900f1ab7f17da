package dev.semel.engine;

import static dev.semel.policy.Policies.forget;
import static dev.semel.policy.Policies.hold;
import static dev.semel.policy.Policies.runUnprotected;
import static dev.semel.policy.Policies.waitUpTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.Fingerprinter;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.Outcome;
import dev.semel.RecordState;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.WaitInterruptedException;
import dev.semel.policy.Reconciler.Verdict;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Token;
import dev.semel.testkit.DelegatingStore;
import dev.semel.testkit.Fault;
import dev.semel.testkit.StoreCall;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("work that did not run")
class NotRunTest {
    private static final Duration SOON = Duration.ofSeconds(1);
    private static final Duration LONG = Duration.ofMinutes(5);

    private final Bench bench = new Bench();

    @AfterEach
    void clear() {
        Thread.interrupted();
    }

    private OperationBuilder<String> holding() {
        return bench.operation().afterAbandonment(hold());
    }

    private void lose(StoreCall call, int times) {
        bench.store.next(call, Stream.generate(Fault::lostReply).limit(times).toArray(Fault[]::new));
    }

    private void assertAbsent() {
        assertThat(bench.memory.find(Bench.ID)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("A26 is given back when all replies to its claim were lost, even to another request")
    void lostReplies(Way way) throws Exception {
        lose(StoreCall.CLAIM, 3);
        assertThatThrownBy(() -> way.call(bench, holding().build())).isInstanceOf(StoreException.class);
        bench.time.advance(SOON);
        assertAbsent();
        assertThat(holding().build().once("k", "another request", () -> "ran")).isEqualTo("ran");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("A26 is given back when its lease ended before it began and the store does not confirm a renewal")
    void beginFails(Way way) throws Exception {
        bench.store.next(StoreCall.CLAIM, Fault.delayAfter(Bench.LEASE));
        bench.store.next(StoreCall.RENEW, Fault.lostRequest());
        assertThatThrownBy(() -> way.call(bench, holding().build())).isInstanceOf(StoreException.class);
        bench.time.advance(SOON);
        assertAbsent();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("A26 is given back in the background when its release fails too")
    void releaseFails(Way way) throws Exception {
        bench.store.next(StoreCall.CLAIM, Fault.delayAfter(Bench.LEASE));
        bench.store.next(StoreCall.RENEW, Fault.lostRequest());
        bench.store.next(StoreCall.RELEASE, Fault.lostRequest(), Fault.lostRequest(), Fault.lostRequest());
        assertThatThrownBy(() -> way.call(bench, holding().build())).isInstanceOf(StoreException.class);
        bench.time.advance(SOON);
        assertAbsent();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("A26 includes work that did nothing and whose release is lost")
    void nothingDone(Way way) throws Exception {
        Operation<String> operation =
                holding().afterFailure(forget(IOException.class)).build();
        bench.store.next(StoreCall.RELEASE, Fault.lostRequest(), Fault.lostRequest(), Fault.lostRequest());
        IOException declined = new IOException("declined");
        assertThat(catchThrowable(() -> way.call(bench, operation, context -> {
                    throw declined;
                })))
                .isSameAs(declined);
        bench.time.advance(SOON);
        assertAbsent();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("A26 is given back when the store is available again, however long that takes")
    void outage(Way way) throws Exception {
        lose(StoreCall.CLAIM, 3);
        bench.store.next(
                StoreCall.FIND, Stream.generate(Fault::lostRequest).limit(2_000).toArray(Fault[]::new));
        assertThatThrownBy(() -> way.call(bench, holding().build())).isInstanceOf(StoreException.class);
        bench.time.advance(Duration.ofMinutes(10));
        assertThat(bench.state()).isEqualTo(RecordState.IN_DOUBT);
        bench.time.advance(Duration.ofHours(1));
        assertAbsent();
        assertThat(bench.store.count(StoreCall.FIND)).isGreaterThan(2_000);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("A26 is given back when a claim that was in flight arrives after its sender has gone")
    void lateClaim(Way way) throws Exception {
        List<ClaimRequest> inFlight = new ArrayList<>();
        DelegatingStore slow = new DelegatingStore(bench.memory) {
            @Override
            public ClaimResult claim(ClaimRequest request) {
                inFlight.add(request);
                throw new StoreException("no answer", null);
            }
        };
        Operation<String> operation = Bench.operation(Semel.builder(slow)
                        .timekeeper(new DrivenTime(bench.time))
                        .executor(bench.time))
                .afterAbandonment(hold())
                .build();
        assertThatThrownBy(() -> way.call(bench, operation)).isInstanceOf(StoreException.class);
        bench.time.advance(Duration.ofSeconds(10));
        bench.memory.claim(inFlight.get(0));
        assertThat(bench.state()).isEqualTo(RecordState.IN_PROGRESS);
        bench.time.advance(LONG);
        assertAbsent();
    }

    @Test
    @DisplayName("A26 is given back when the executor refuses the step that would have repeated the claim")
    void refused() {
        AtomicBoolean stopped = new AtomicBoolean();
        Operation<String> operation = Bench.operation(bench.semel().executor(task -> {
                    if (stopped.getAndSet(true)) {
                        throw new RejectedExecutionException("stopped");
                    }
                    bench.time.execute(task);
                }))
                .afterAbandonment(hold())
                .build();
        lose(StoreCall.CLAIM, 1);
        var call = operation.attemptAsync("k", null, context -> {
            throw new AssertionError("must not run");
        });
        bench.time.advance(SOON);
        assertThat(call).isCompletedExceptionally();
        assertAbsent();
    }

    @Test
    @DisplayName("A17 A26 is given back when its caller was interrupted before the claim could be repeated")
    void interrupted() {
        lose(StoreCall.CLAIM, 1);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> holding().build().once("k", null, () -> "never"))
                .isInstanceOf(WaitInterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
        bench.time.advance(SOON);
        assertAbsent();
    }

    @Test
    @DisplayName("A26 is given back although its Semel was closed; a closed store is not asked")
    void closed() {
        Semel semel = bench.semel().build();
        Operation<String> operation = semel.operation("op", dev.semel.Codec.text())
                .afterAbandonment(hold())
                .build();
        lose(StoreCall.CLAIM, 6);
        assertThatThrownBy(() -> operation.once("k", null, () -> "never")).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> operation.once("other", null, () -> "never")).isInstanceOf(StoreException.class);
        semel.close();
        bench.time.advance(SOON);
        assertAbsent();
        int finds = bench.store.count(StoreCall.FIND);
        bench.memory.close();
        bench.time.advance(LONG);
        assertThat(bench.store.count(StoreCall.FIND)).isBetween(finds, finds + 2);
    }

    @Test
    @DisplayName("A26 lets a retry wait, and run as soon as it was given back")
    void retryWaits() {
        Operation<String> operation = holding().whileRunning(waitUpTo(LONG)).build();
        lose(StoreCall.CLAIM, 3);
        assertThatThrownBy(() -> operation.once("k", null, () -> "never")).isInstanceOf(StoreException.class);
        long before = bench.time.nanoTime();
        assertThat(operation.once("k", null, () -> "ran")).isEqualTo("ran");
        assertThat(Duration.ofNanos(bench.time.nanoTime() - before)).isLessThan(SOON);
    }

    @Test
    @DisplayName("A26 leaves a record unchanged that another owner has taken over by then")
    void takenOver() {
        lose(StoreCall.CLAIM, 3);
        bench.store.next(
                StoreCall.FIND, Stream.generate(Fault::lostRequest).limit(60).toArray(Fault[]::new));
        assertThatThrownBy(() -> holding().build().once("k", null, () -> "never"))
                .isInstanceOf(StoreException.class);
        bench.time.advance(Bench.LEASE);
        Token another = claimElsewhere().record().token();
        bench.time.advance(LONG);
        assertThat(bench.record().token()).isEqualTo(another);
        assertThat(bench.store.count(StoreCall.RELEASE)).isZero();
    }

    @Test
    @DisplayName("A26 keeps the fingerprint of an earlier attempt, and the next call runs")
    void laterAttempt() {
        Token first = claimElsewhere().record().token();
        bench.memory.release(Bench.ID, first, ReleaseAs.RUNNABLE, Duration.ofHours(1));
        for (OperationBuilder<String> builder : List.of(holding(), reconciling(Verdict.cannotTell()))) {
            lose(StoreCall.CLAIM, 3);
            assertThatThrownBy(() -> builder.build().once("k", null, () -> "never"))
                    .isInstanceOf(StoreException.class);
            bench.time.advance(SOON);
            assertThat(bench.state()).isEqualTo(RecordState.RELEASED);
        }
        assertThat(bench.record().attempt()).isEqualTo(3);
    }

    @Test
    @DisplayName("A26 leaves a record that was taken over to the reconciler of the next call")
    void takeover() {
        bench.abandonRecord();
        lose(StoreCall.CLAIM, 3);
        assertThatThrownBy(() -> reconciling(Verdict.cannotTell()).build().once("k", null, () -> "never"))
                .isInstanceOf(StoreException.class);
        bench.time.advance(SOON);
        assertThat(bench.state()).isEqualTo(RecordState.IN_DOUBT);
        assertThat(reconciling(Verdict.happened("receipt")).build().once("k", null, () -> "never"))
                .isEqualTo("receipt");
    }

    private OperationBuilder<String> reconciling(Verdict<String> verdict) {
        return bench.operation().reconciler(context -> verdict);
    }

    private ClaimResult claimElsewhere() {
        return bench.memory.claim(new ClaimRequest(
                Bench.ID,
                Fingerprinter.byValue().of(null),
                () -> new Nonce(7, 7),
                new LeaseTerms(LONG.multipliedBy(10), null),
                true));
    }

    @Test
    @DisplayName("A26 does not include work that ran without protection: its record stays in doubt")
    void unprotected() {
        Operation<String> operation = holding().withoutStore(runUnprotected()).build();
        lose(StoreCall.CLAIM, 3);
        assertThat(operation.attempt("k", null, context -> "ran")).isInstanceOf(Outcome.Unprotected.class);
        bench.time.advance(LONG);
        assertThat(bench.state()).isEqualTo(RecordState.IN_DOUBT);
    }

    @Test
    @DisplayName("A26 does not include work that ran and could not be recorded: its record stays in doubt")
    void notRecorded() {
        bench.store.next(
                StoreCall.SETTLE,
                Stream.generate(Fault::lostRequest).limit(10_000).toArray(Fault[]::new));
        lose(StoreCall.CLAIM, 2);
        assertThatThrownBy(() -> holding().build().once("k", null, () -> "ran"));
        bench.time.advance(LONG);
        assertThat(bench.state()).isEqualTo(RecordState.IN_DOUBT);
    }

    @Test
    @DisplayName("A26 asks an unavailable store only occasionally, however many calls have failed")
    void restsWhileTheStoreIsAway() {
        Operation<String> operation = holding().build();
        for (int i = 0; i < 100; i++) {
            lose(StoreCall.CLAIM, 3);
            bench.store.next(
                    StoreCall.FIND,
                    Stream.generate(Fault::lostRequest).limit(10).toArray(Fault[]::new));
            String key = "k" + i;
            assertThatThrownBy(() -> operation.once(key, null, () -> "never")).isInstanceOf(StoreException.class);
        }
        bench.time.advance(Duration.ofMinutes(10));
        assertThat(bench.store.count(StoreCall.FIND)).isBetween(100, 800);
        bench.time.advance(Duration.ofHours(2));
        assertThat(bench.memory.find(new RecordId("op", "", "k0"))).isEmpty();
        assertThat(bench.memory.find(new RecordId("op", "", "k99"))).isEmpty();
    }

    @Test
    @DisplayName("A26 takes the memory of at most a thousand records, and one call at a time of a store that fails")
    void bounded() {
        Operation<String> operation = holding().build();
        int calls = 1_100;
        for (int i = 0; i < calls; i++) {
            lose(StoreCall.CLAIM, 3);
            String key = "k" + i;
            bench.store.next(StoreCall.FIND, Fault.lostRequest());
            assertThatThrownBy(() -> operation.once(key, null, () -> "never")).isInstanceOf(StoreException.class);
        }
        bench.time.advance(Duration.ofHours(2));
        long left = java.util.stream.IntStream.range(0, calls)
                .filter(i -> bench.memory.find(new RecordId("op", "", "k" + i)).isPresent())
                .count();
        assertThat(left).isEqualTo(100);
    }
}
