package dev.semel.engine;

import static dev.semel.policy.Policies.waitUpTo;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.Outcome;
import dev.semel.store.ReleaseAs;
import dev.semel.testkit.Fault;
import dev.semel.testkit.StoreCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("of many calls that wait in one JVM")
class LeadingTest {
    private final Bench bench = new Bench();
    private final CompletableFuture<String> result = new CompletableFuture<>();

    private OperationBuilder<String> waiting() {
        return bench.operation().whileRunning(waitUpTo(Duration.ofMinutes(1)));
    }

    private static CompletableFuture<Outcome<String>> call(Operation<String> on, CompletableFuture<String> work) {
        return on.attemptAsync("k", "r", context -> work);
    }

    private void ownElsewhere() {
        call(bench.operation().build(), result);
        bench.time.advance(Duration.ofMillis(1));
    }

    private List<CompletableFuture<Outcome<String>>> wait(int many) {
        Operation<String> here = waiting().build();
        List<CompletableFuture<Outcome<String>>> waiters = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            waiters.add(call(here, CompletableFuture.failedFuture(new AssertionError("must not run"))));
        }
        return waiters;
    }

    @Test
    @DisplayName("A16 one asks the store when the owner elsewhere has settled, and passes the answer to the others")
    void handsTheAnswerOver() {
        ownElsewhere();
        List<CompletableFuture<Outcome<String>>> waiters = wait(100);
        bench.time.advance(Duration.ofSeconds(1));
        int claims = bench.store.count(StoreCall.CLAIM);
        result.complete("receipt");
        bench.time.advance(Duration.ofSeconds(1));
        assertThat(waiters)
                .allSatisfy(waiter -> assertThat(waiter.join().orThrow()).isEqualTo("receipt"));
        assertThat(bench.store.count(StoreCall.CLAIM)).isEqualTo(claims + 1);
        assertThat(bench.received(Event.Replayed.class))
                .extracting(Event.Replayed::source)
                .containsOnlyOnce(Event.Source.STORE)
                .filteredOn(source -> source == Event.Source.JOINED)
                .hasSize(99);
    }

    @Test
    @DisplayName("A16 one polls from the beginning, at whatever time that is")
    void onePolls() {
        assertThat(claimsOf(100)).isEqualTo(claimsOf(1));
    }

    private static int claimsOf(int many) {
        LeadingTest fresh = new LeadingTest();
        fresh.bench.time.advance(Duration.ofMinutes(1));
        fresh.ownElsewhere();
        fresh.wait(many);
        fresh.bench.time.advance(Duration.ofSeconds(1));
        return fresh.bench.store.count(StoreCall.CLAIM);
    }

    @Test
    @DisplayName("A16 exactly one takes the lead if the store call of the polling one hangs")
    void oneTakesTheLead() {
        assertThat(claimsBehindOneThatHangs(100)).isEqualTo(claimsBehindOneThatHangs(2));
    }

    private static int claimsBehindOneThatHangs(int many) {
        LeadingTest fresh = new LeadingTest();
        Bench bench = fresh.bench;
        fresh.ownElsewhere();
        List<CompletableFuture<Outcome<String>>> waiters = fresh.wait(many);
        bench.time.advance(Duration.ofMillis(1));
        bench.time.after(Duration.ofSeconds(5), () -> fresh.result.complete("receipt"));
        bench.time.after(
                Duration.ofSeconds(6),
                () -> assertThat(waiters.stream().filter(CompletableFuture::isDone))
                        .hasSize(many - 1));
        bench.store.next(
                StoreCall.CLAIM, Fault.delayBefore(Duration.ofSeconds(20)), Fault.delayBefore(Duration.ofMillis(100)));
        bench.time.advance(Duration.ofSeconds(30));
        assertThat(waiters)
                .allSatisfy(waiter -> assertThat(waiter.join().orThrow()).isEqualTo("receipt"));
        return bench.store.count(StoreCall.CLAIM);
    }

    @Test
    @DisplayName("A16 the polling one survives failures of the store unless three follow in a row")
    void failuresInBetween() {
        ownElsewhere();
        CompletableFuture<Outcome<String>> waiter = wait(1).get(0);
        Fault lost = Fault.lostRequest();
        bench.store.next(StoreCall.CLAIM, Fault.none(), lost, lost, Fault.none(), lost, lost, Fault.none(), lost, lost);
        bench.time.advance(Duration.ofSeconds(10));
        assertThat(waiter).isNotDone();
        result.complete("receipt");
        bench.time.advance(Duration.ofSeconds(1));
        assertThat(waiter.join().orThrow()).isEqualTo("receipt");
    }

    @Test
    @DisplayName("A12 one with another request is answered by the store, not by an earlier state of the record")
    void anotherFingerprint() {
        Operation<String> here = waiting().build();
        call(here, result);
        bench.time.advance(Duration.ofMillis(1));
        bench.memory.release(Bench.ID, bench.record().token(), ReleaseAs.RUNNABLE, Duration.ofMillis(1));
        bench.time.advance(Duration.ofMillis(1));
        CompletableFuture<Outcome<String>> other =
                here.attemptAsync("k", "another", context -> CompletableFuture.completedFuture("other"));
        bench.time.advance(Duration.ofMillis(1));
        assertThat(other.join()).isInstanceOf(Outcome.Executed.class);
    }

    @Test
    @DisplayName("A12 one that polls with another request passes its answer to no other, and keeps none from asking")
    void anotherFingerprintPolls() {
        ownElsewhere();
        Operation<String> here = waiting().build();
        CompletableFuture<Outcome<String>> leader = call(here, new CompletableFuture<>());
        bench.time.advance(Duration.ofMillis(1));
        CompletableFuture<Outcome<String>> other =
                here.attemptAsync("k", "another", context -> CompletableFuture.completedFuture("other"));
        bench.time.advance(Duration.ofMillis(1));
        assertThat(other.join()).isInstanceOf(Outcome.Mismatched.class);
        assertThat(leader).isNotDone();
    }
}
