package dev.semel.engine;

import static dev.semel.policy.Policies.waitUpTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.MismatchException;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.WaitInterruptedException;
import dev.semel.memory.MemoryStore;
import dev.semel.store.RecordId;
import dev.semel.store.StoredRecord;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.StoreCall;
import dev.semel.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a call that waits")
class WaitingTest {
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final VirtualTime time = new VirtualTime();
    private final FaultyStore store =
            FaultyStore.on(MemoryStore.builder().clock(time.clock()).build());

    private Operation<String> node() {
        return Semel.builder(store)
                .timekeeper(time)
                .executor(time)
                .build()
                .operation("op", Codec.text())
                .lease(LEASE)
                .whileRunning(waitUpTo(PATIENCE))
                .build();
    }

    private static CompletableFuture<Outcome<String>> call(Operation<String> on, CompletableFuture<String> result) {
        return on.attemptAsync("k", "r", context -> result);
    }

    private static CompletableFuture<String> never() {
        return CompletableFuture.failedFuture(new AssertionError("must not run"));
    }

    @Test
    @DisplayName("A16 in the same JVM joins the running call, and does not ask the store")
    void joins() {
        Operation<String> operation = node();
        CompletableFuture<String> result = new CompletableFuture<>();
        CompletableFuture<Outcome<String>> owner = call(operation, result);
        time.advance(Duration.ofMillis(1));
        List<CompletableFuture<Outcome<String>>> waiters = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            waiters.add(call(operation, never()));
        }
        time.advance(Duration.ofSeconds(5));
        assertThat(store.count(StoreCall.CLAIM)).isEqualTo(1);
        assertThat(waiters).noneMatch(CompletableFuture::isDone);
        result.complete("receipt");
        time.advance(Duration.ZERO);
        assertThat(owner.join()).isInstanceOf(Outcome.Executed.class);
        assertThat(waiters).allSatisfy(waiter -> {
            assertThat(waiter.join()).isInstanceOf(Outcome.Replayed.class);
            assertThat(waiter.join().orThrow()).isEqualTo("receipt");
        });
        assertThat(store.count(StoreCall.CLAIM)).isEqualTo(1);
    }

    @Test
    @DisplayName("A16 on another node is answered within a poll delay, and a thousand of them poll as one")
    void polls() {
        CompletableFuture<String> result = new CompletableFuture<>();
        call(node(), result);
        time.advance(Duration.ofMillis(1));
        Operation<String> elsewhere = node();
        List<CompletableFuture<Outcome<String>>> waiters = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            waiters.add(call(elsewhere, never()));
            time.advance(Duration.ZERO);
        }
        time.advance(Duration.ofSeconds(5));
        assertThat(store.count(StoreCall.CLAIM)).isLessThan(60);
        result.complete("receipt");
        time.advance(Duration.ofMillis(200));
        assertThat(waiters)
                .allSatisfy(waiter -> assertThat(waiter.join().orThrow()).isEqualTo("receipt"));
    }

    @Test
    @DisplayName("A16 is refused at its limit, not before")
    void limit() {
        call(node(), new CompletableFuture<>());
        time.advance(Duration.ofMillis(1));
        Operation<String> elsewhere = node();
        CompletableFuture<Outcome<String>> leader = call(elsewhere, never());
        time.advance(Duration.ofSeconds(3));
        CompletableFuture<Outcome<String>> follower = call(elsewhere, never());
        time.advance(PATIENCE.minusSeconds(3).minusMillis(1));
        assertThat(leader).isNotDone();
        time.advance(Duration.ofMillis(1));
        assertThat(leader.join()).isInstanceOf(Outcome.InProgress.class);
        assertThat(follower).isNotDone();
        time.advance(Duration.ofSeconds(3));
        assertThat(follower.join()).isInstanceOf(Outcome.InProgress.class);
    }

    @Test
    @DisplayName("A16 never waits past its lease for an owner that has gone")
    void deadOwner() {
        Semel.builder(store)
                .timekeeper(new VirtualTime())
                .executor(time)
                .build()
                .operation("op", Codec.text())
                .lease(Duration.ofSeconds(5))
                .build()
                .attemptAsync("k", "r", context -> new CompletableFuture<>());
        time.advance(Duration.ofMillis(1));
        CompletableFuture<Outcome<String>> waiter = call(node(), CompletableFuture.completedFuture("second"));
        time.advance(Duration.ofSeconds(5).minusMillis(2));
        assertThat(waiter).isNotDone();
        time.advance(Duration.ofMillis(10));
        assertThat(waiter.join().orThrow()).isEqualTo("second");
    }

    @Test
    @DisplayName("A16 does not wait past its lease for a joined owner that is stuck")
    void stuckLocalOwner() {
        store.next(
                StoreCall.RENEW,
                java.util.stream.Stream.generate(dev.semel.testkit.Fault::lostRequest)
                        .limit(1_000)
                        .toArray(dev.semel.testkit.Fault[]::new));
        Operation<String> operation = Semel.builder(store)
                .timekeeper(time)
                .executor(time)
                .build()
                .operation("op", Codec.text())
                .lease(Duration.ofSeconds(5))
                .whileRunning(waitUpTo(PATIENCE))
                .build();
        call(operation, new CompletableFuture<>());
        time.advance(Duration.ofMillis(1));
        CompletableFuture<Outcome<String>> waiter = call(operation, CompletableFuture.completedFuture("second"));
        time.advance(Duration.ofSeconds(6));
        assertThat(waiter.join().orThrow()).isEqualTo("second");
    }

    @Test
    @DisplayName("A16 runs as soon as the owner has failed; the others wait for the one that runs")
    void ownerFails() {
        Operation<String> operation = node();
        CompletableFuture<String> result = new CompletableFuture<>();
        call(operation, result);
        time.advance(Duration.ofMillis(1));
        AtomicInteger runs = new AtomicInteger();
        List<CompletableFuture<Outcome<String>>> waiters = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            waiters.add(operation.attemptAsync("k", "r", context -> {
                runs.incrementAndGet();
                return CompletableFuture.completedFuture("second");
            }));
        }
        time.advance(Duration.ofSeconds(1));
        result.completeExceptionally(new IllegalStateException("declined"));
        time.advance(Duration.ofMillis(100));
        assertThat(waiters)
                .allSatisfy(waiter -> assertThat(waiter.join().orThrow()).isEqualTo("second"));
        assertThat(runs).hasValue(1);
    }

    @Test
    @DisplayName("A12 gets a mismatch instead of waiting, joined or not")
    void mismatch() {
        Operation<String> operation = node();
        call(operation, new CompletableFuture<>());
        time.advance(Duration.ofMillis(1));
        for (Operation<String> each : List.of(operation, node())) {
            CompletableFuture<Outcome<String>> other = each.attemptAsync("k", "another", context -> never());
            time.advance(Duration.ofMillis(1));
            assertThat(other.join()).isInstanceOf(Outcome.Mismatched.class);
            assertThatThrownBy(() -> other.join().orThrow()).isInstanceOf(MismatchException.class);
        }
    }

    @Test
    @DisplayName("A17 is interrupted with its caller, and leaves the record unchanged")
    void interrupted() throws InterruptedException {
        MemoryStore memory = MemoryStore.create();
        Operation<String> operation = Semel.on(memory)
                .operation("op", Codec.text())
                .whileRunning(waitUpTo(Duration.ofMinutes(5)))
                .build();
        Operation<String> elsewhere = Semel.on(memory)
                .operation("op", Codec.text())
                .whileRunning(waitUpTo(Duration.ofMinutes(5)))
                .build();
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<String> owner = CompletableFuture.supplyAsync(() -> {
            try {
                return operation.once("k", null, () -> {
                    running.countDown();
                    assertThat(end.await(30, TimeUnit.SECONDS)).isTrue();
                    return "receipt";
                });
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
        RecordId id = new RecordId("op", "", "k");
        StoredRecord before = memory.find(id).orElseThrow();
        for (Operation<String> each : List.of(operation, elsewhere)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> each.once("k", null, () -> "never")).isInstanceOf(WaitInterruptedException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
        StoredRecord after = memory.find(id).orElseThrow();
        assertThat(after.token()).isEqualTo(before.token());
        assertThat(after.leaseEnd()).isEqualTo(before.leaseEnd());
        end.countDown();
        assertThat(owner.join()).isEqualTo("receipt");
        assertThat(elsewhere.once("k", null, () -> "never")).isEqualTo("receipt");
    }

    @Test
    @DisplayName("A17 a caller that is interrupted during the work still has its result stored")
    void interruptedDuringTheWork() {
        Operation<String> operation =
                Semel.on(MemoryStore.create()).operation("op", Codec.text()).build();
        assertThat(operation.once("k", null, () -> {
                    Thread.currentThread().interrupt();
                    return "receipt";
                }))
                .isEqualTo("receipt");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(operation.once("k", null, () -> "never")).isEqualTo("receipt");
    }
}
