package dev.semel.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Context;
import dev.semel.Event;
import dev.semel.LeaseLostException;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.RecordState;
import dev.semel.Semel;
import dev.semel.memory.MemoryStore;
import dev.semel.store.RecordId;
import dev.semel.testkit.Fault;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.StoreCall;
import dev.semel.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a lease")
class LeaseTest {
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final RecordId ID = new RecordId("op", "", "k");

    private final VirtualTime time = new VirtualTime();
    private final MemoryStore memory = MemoryStore.builder().clock(time.clock()).build();
    private final FaultyStore store = FaultyStore.on(memory);
    private final List<Event> events = new ArrayList<>();
    private final Operation<String> operation = Semel.builder(store)
            .timekeeper(time)
            .executor(time)
            .listener(events::add)
            .build()
            .operation("op", Codec.text())
            .lease(LEASE)
            .build();
    private final AtomicReference<Context> context = new AtomicReference<>();
    private final CompletableFuture<String> result = new CompletableFuture<>();

    private CompletableFuture<Outcome<String>> start() {
        CompletableFuture<Outcome<String>> call = operation.attemptAsync("k", null, given -> {
            context.set(given);
            return result;
        });
        time.advance(Duration.ofMillis(1));
        return call;
    }

    private void loseAllRenewals() {
        store.next(
                StoreCall.RENEW,
                Stream.generate(Fault::lostRequest).limit(1_000).toArray(Fault[]::new));
    }

    @Test
    @DisplayName("A9 is kept by renewal for as long as the work takes, and no longer")
    void kept() {
        CompletableFuture<Outcome<String>> call = start();
        time.advance(LEASE.multipliedBy(20));
        assertThat(context.get().stillOwner()).isTrue();
        assertThat(memory.find(ID).orElseThrow().state()).isEqualTo(RecordState.IN_PROGRESS);
        result.complete("receipt");
        time.advance(Duration.ofMillis(1));
        assertThat(call.join()).isInstanceOf(Outcome.Executed.class);
        int renewals = store.count(StoreCall.RENEW);
        time.advance(LEASE.multipliedBy(20));
        assertThat(renewals).isBetween(30, 60);
        assertThat(store.count(StoreCall.RENEW)).isEqualTo(renewals);
    }

    @Test
    @DisplayName("A9 is not renewed if the work is short")
    void shortWork() {
        result.complete("receipt");
        start();
        time.advance(LEASE.multipliedBy(2));
        assertThat(store.count(StoreCall.RENEW)).isZero();
    }

    @Test
    @DisplayName("A9 survives failed renewals, as long as one succeeds in time")
    void someRenewalsFail() {
        start();
        store.next(StoreCall.RENEW, Fault.lostRequest(), Fault.lostReply(), Fault.lostRequest());
        time.advance(LEASE.multipliedBy(3));
        assertThat(context.get().stillOwner()).isTrue();
    }

    @Test
    @DisplayName("A9 that can't be renewed shows as expired in the context, before another call could own it")
    void notRenewed() {
        start();
        loseAllRenewals();
        assertThat(context.get().timeLeft()).isBetween(LEASE.minusSeconds(1), LEASE);
        time.advance(LEASE.minusMillis(2));
        assertThat(context.get().stillOwner()).isTrue();
        time.advance(Duration.ofMillis(2));
        assertThat(context.get().stillOwner()).isFalse();
        assertThat(context.get().timeLeft()).isZero();
    }

    @Test
    @DisplayName("A9 that was lost to another owner shows in the context at the next renewal, and at settlement")
    void lost() {
        CompletableFuture<Outcome<String>> call = start();
        loseAllRenewals();
        time.advance(LEASE.plusSeconds(1));
        Operation<String> elsewhere =
                Semel.on(memory).operation("op", Codec.text()).lease(LEASE).build();
        assertThat(elsewhere.once("k", null, () -> "second")).isEqualTo("second");
        result.complete("first");
        time.advance(Duration.ofSeconds(1));
        assertThat(call).isCompletedExceptionally();
        assertThat(call.handle((outcome, thrown) -> thrown).join()).isInstanceOf(LeaseLostException.class);
        assertThat(events).hasAtLeastOneElementOfType(Event.LeaseLost.class);
        assertThat(elsewhere.once("k", null, () -> "never")).isEqualTo("second");
    }

    @Test
    @DisplayName("A9 that was lost while renewals succeed is detected by them")
    void lossNoticedByRenewal() {
        start();
        memory.release(ID, memory.find(ID).orElseThrow().token(), dev.semel.store.ReleaseAs.ABANDONED, LEASE);
        Operation<String> elsewhere =
                Semel.on(memory).operation("op", Codec.text()).lease(LEASE).build();
        elsewhere.once("k", null, () -> "second");
        time.advance(LEASE);
        assertThat(context.get().stillOwner()).isFalse();
        assertThat(events).hasAtLeastOneElementOfType(Event.LeaseLost.class);
    }

    @Test
    @DisplayName("is still renewed after its Semel was closed, while the work runs")
    void closed() {
        Semel closing = Semel.builder(store).timekeeper(time).executor(time).build();
        closing.operation("op", Codec.text()).lease(LEASE).build().attemptAsync("k", null, given -> result);
        time.advance(Duration.ofMillis(1));
        closing.close();
        time.advance(LEASE.multipliedBy(3));
        assertThat(memory.find(ID).orElseThrow().state()).isEqualTo(RecordState.IN_PROGRESS);
        result.complete("receipt");
        time.advance(Duration.ofMillis(1));
        assertThat(memory.find(ID).orElseThrow().state()).isEqualTo(RecordState.COMPLETED);
    }

    @Test
    @DisplayName("ends when the executor stops accepting tasks during a call")
    void executorStops() {
        AtomicBoolean stopped = new AtomicBoolean();
        Operation<String> rejected = Semel.builder(store)
                .timekeeper(time)
                .executor(task -> {
                    if (stopped.get()) {
                        throw new RejectedExecutionException("stopped");
                    }
                    time.execute(task);
                })
                .build()
                .operation("op", Codec.text())
                .lease(LEASE)
                .build();
        CompletableFuture<Outcome<String>> call = rejected.attemptAsync("k", null, given -> result);
        time.advance(Duration.ofMillis(1));
        stopped.set(true);
        result.complete("receipt");
        time.advance(Duration.ofMillis(1));
        assertThat(call.join()).isInstanceOf(Outcome.Executed.class);
        assertThat(memory.find(ID).orElseThrow().state()).isEqualTo(RecordState.COMPLETED);
    }
}
