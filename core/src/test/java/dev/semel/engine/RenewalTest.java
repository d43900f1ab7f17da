package dev.semel.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Context;
import dev.semel.Event;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.RecordState;
import dev.semel.store.RecordId;
import dev.semel.testkit.Fault;
import dev.semel.testkit.StoreCall;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("an owner's view of its lease, and its renewal,")
class RenewalTest {
    private static final RecordId OTHER = new RecordId("op", "", "other");

    private final Bench bench = new Bench();
    private final AtomicReference<Context> context = new AtomicReference<>();
    private final CompletableFuture<String> result = new CompletableFuture<>();

    private CompletableFuture<Outcome<String>> start(Operation<String> operation, String key) {
        CompletableFuture<Outcome<String>> call = operation.attemptAsync(key, null, given -> {
            context.set(given);
            return result;
        });
        bench.time.advance(Duration.ofMillis(1));
        return call;
    }

    /** Background tasks that are refused or, as in a store that hangs, never completed. */
    private Operation<String> withBackground(IntPredicate refused, IntPredicate hangs) {
        AtomicInteger number = new AtomicInteger();
        return Bench.operation(bench.semel().timekeeper(new DrivenTime(bench.time) {
                    @Override
                    public void inBackground(Runnable task) {
                        int mine = number.incrementAndGet();
                        if (refused.test(mine)) {
                            throw new OutOfMemoryError("no thread");
                        }
                        if (!hangs.test(mine)) {
                            super.inBackground(task);
                        }
                    }
                }))
                .build();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @DisplayName("A9 counts from before the claim was sent, however long its request or its reply takes")
    void countsFromBeforeTheClaim(Way way) throws Exception {
        Duration slow = Duration.ofSeconds(10);
        for (Fault fault : new Fault[] {Fault.delayBefore(slow), Fault.delayAfter(slow)}) {
            Bench fresh = new Bench();
            fresh.store.next(StoreCall.CLAIM, fault);
            way.call(fresh, fresh.operation().build(), given -> {
                assertThat(given.timeLeft()).isEqualTo(Bench.LEASE.minus(slow));
                return "x";
            });
        }
    }

    @Test
    @DisplayName("A9 counts from before the renewal was sent, however long its request or its reply takes")
    void countsFromBeforeTheRenewal() {
        start(bench.operation().build(), "k");
        Duration slow = Duration.ofSeconds(4);
        bench.store.next(StoreCall.RENEW, Fault.delayBefore(slow));
        advanceToTheFirstRenewal();
        assertThat(context.get().timeLeft()).isEqualTo(Bench.LEASE.minus(slow));
        bench.store.next(StoreCall.RENEW, Fault.delayAfter(slow));
        advanceToTheFirstRenewal();
        assertThat(context.get().timeLeft()).isEqualTo(Bench.LEASE.minus(slow));
    }

    private void advanceToTheFirstRenewal() {
        int before = bench.store.count(StoreCall.RENEW);
        while (bench.store.count(StoreCall.RENEW) == before) {
            bench.time.advance(Duration.ofMillis(1));
        }
    }

    @Test
    @DisplayName("A9 does not treat a renewal that is overtaken by the settlement as a loss")
    void overtakenRenewal() {
        CompletableFuture<Outcome<String>> call = start(bench.operation().build(), "k");
        bench.store.next(StoreCall.RENEW, Fault.delayBefore(Duration.ofSeconds(1)));
        bench.time.after(Duration.ofMillis(10_500), () -> result.complete("receipt"));
        bench.time.advance(Duration.ofSeconds(20));
        assertThat(call.join()).isInstanceOf(Outcome.Executed.class);
        assertThat(bench.store.count(StoreCall.RENEW)).isEqualTo(1);
        assertThat(bench.events).hasExactlyElementsOfTypes(Event.Executed.class);
    }

    @Test
    @DisplayName("A9 is done in the background, so that one that hangs does not stop the clock")
    void inTheBackground() {
        start(withBackground(number -> false, number -> true), "k");
        bench.time.advance(Bench.LEASE);
        assertThat(bench.store.count(StoreCall.RENEW)).isZero();
        assertThat(context.get().stillOwner()).isFalse();
    }

    @Test
    @DisplayName("A9 continues for the others when one hangs")
    void oneHangs() {
        Operation<String> operation = withBackground(number -> false, number -> number == 1);
        start(operation, "k");
        start(operation, "other");
        bench.time.advance(Bench.LEASE.multipliedBy(3));
        assertThat(bench.memory.countByState()).containsEntry(RecordState.IN_PROGRESS, 1L);
        assertThat(bench.memory.countByState()).containsEntry(RecordState.ABANDONED, 1L);
    }

    @Test
    @DisplayName("A9 continues for the others when there is no thread for one, and is retried for that one")
    void oneIsRefused() {
        Operation<String> operation = withBackground(number -> number == 1, number -> false);
        start(operation, "k");
        start(operation, "other");
        bench.time.advance(Bench.LEASE.multipliedBy(3));
        assertThat(bench.state()).isEqualTo(RecordState.IN_PROGRESS);
        assertThat(bench.memory.find(OTHER).orElseThrow().state()).isEqualTo(RecordState.IN_PROGRESS);
    }

    @Test
    @DisplayName("A9 does not begin for a call that ended because there was no timer for it")
    void noTimer() {
        AtomicInteger timers = new AtomicInteger();
        Operation<String> operation = Bench.operation(bench.semel().timekeeper(new DrivenTime(bench.time) {
                    @Override
                    public Runnable after(Duration delay, Runnable task) {
                        if (timers.incrementAndGet() == 1) {
                            throw new OutOfMemoryError("no thread");
                        }
                        return super.after(delay, task);
                    }
                }))
                .build();
        assertThat(start(operation, "other")).isCompletedExceptionally();
        start(operation, "k");
        bench.time.advance(Bench.LEASE.multipliedBy(3));
        assertThat(bench.state()).isEqualTo(RecordState.IN_PROGRESS);
        assertThat(bench.memory.find(OTHER)).isEmpty();
    }
}
