package dev.semel.issues;

import static dev.semel.policy.Policies.hold;
import static dev.semel.policy.Policies.runUnprotected;
import static dev.semel.policy.Policies.waitUpTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.Outcome;
import dev.semel.RecordState;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.memory.MemoryStore;
import dev.semel.store.RecordId;
import dev.semel.testkit.Fault;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.StoreCall;
import dev.semel.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("calls that waited for themselves, or for no call")
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WaitingForOneselfTest {
    private static final RecordId ID = new RecordId("op", "", "k");
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int CALLERS = 100;

    private final VirtualTime time = new VirtualTime();
    private final MemoryStore memory = MemoryStore.builder().clock(time.clock()).build();
    private final FaultyStore store = FaultyStore.on(memory);
    private final AtomicInteger runs = new AtomicInteger();

    private OperationBuilder<String> operation() {
        return operation(time);
    }

    private OperationBuilder<String> operation(Executor executor) {
        return operation(store, executor);
    }

    private OperationBuilder<String> operation(FaultyStore on, Executor executor) {
        return Semel.builder(on)
                .timekeeper(time)
                .executor(executor)
                .build()
                .operation("op", Codec.text())
                .lease(LEASE)
                .whileRunning(waitUpTo(PATIENCE));
    }

    private CompletableFuture<Outcome<String>> call(Operation<String> operation) {
        return operation.attemptAsync("k", null, context -> {
            runs.incrementAndGet();
            return CompletableFuture.completedFuture("receipt");
        });
    }

    @Test
    @DisplayName("a call that was cancelled before its claim was granted left a lease that was renewed forever")
    void cancelled() {
        Operation<String> operation = operation().build();
        CompletableFuture<Outcome<String>> call = call(operation);
        call.cancel(true);
        time.advance(Duration.ofSeconds(1));
        assertThat(runs).hasValue(1);
        assertThat(memory.find(ID).orElseThrow().state()).isEqualTo(RecordState.COMPLETED);
        call(operation).orTimeout(1, TimeUnit.HOURS).cancel(false);
        time.advance(LEASE);
        assertThat(memory.find(ID).orElseThrow().state()).isEqualTo(RecordState.COMPLETED);
    }

    @Test
    @DisplayName("A20 a call whose claim was granted without a reply joined a call that waited for it")
    void joinedItsFollower() {
        Operation<String> operation = operation().afterAbandonment(hold()).build();
        store.next(StoreCall.CLAIM, Fault.lostReply());
        CompletableFuture<Outcome<String>> owner = call(operation);
        time.advance(Duration.ofMillis(5));
        CompletableFuture<Outcome<String>> follower = call(operation);
        time.advance(Duration.ofSeconds(1));
        assertThat(owner.join()).isInstanceOf(Outcome.Executed.class);
        assertThat(follower.join()).isInstanceOf(Outcome.Replayed.class);
        assertThat(runs).hasValue(1);
    }

    @Test
    @DisplayName("a call that had joined an owner ran concurrently, unprotected, when the store became unavailable")
    void ranBesideTheOneItJoined() {
        Operation<String> operation = operation()
                .whileRunning(waitUpTo(LEASE.multipliedBy(2)))
                .withoutStore(runUnprotected())
                .build();
        operation.attemptAsync("k", null, context -> new CompletableFuture<>());
        time.advance(Duration.ofMillis(1));
        CompletableFuture<Outcome<String>> joiner = call(operation);
        time.advance(Duration.ofMillis(1));
        for (int i = 0; i < 1_000; i++) {
            store.next(StoreCall.RENEW, Fault.lostRequest());
            store.next(StoreCall.CLAIM, Fault.lostRequest());
        }
        time.advance(LEASE.multipliedBy(2));
        assertThat(runs).hasValue(0);
        assertThatThrownBy(joiner::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(StoreException.class);
    }

    @Test
    @DisplayName("calls without a key had the same child keys, so that a third party treated them as one")
    void childKeysWithoutKey() {
        Operation<String> operation = operation().withoutKey(runUnprotected()).build();
        Set<String> keys = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            operation.attempt(null, "request", context -> {
                assertThat(context.childKey("card")).isEqualTo(context.childKey("card"));
                keys.add(context.childKey("card"));
                return "x";
            });
        }
        assertThat(keys).hasSize(3);
    }

    @Test
    @DisplayName("a task that the executor dropped left a lease that was renewed forever")
    void droppedTask() {
        AtomicInteger tasks = new AtomicInteger();
        Operation<String> operation = operation(task -> {
                    if (tasks.incrementAndGet() != 2) {
                        time.execute(task);
                    }
                })
                .build();
        call(operation);
        time.advance(LEASE);
        assertThat(memory.find(ID).orElseThrow().state()).isEqualTo(RecordState.ABANDONED);
        assertThat(store.count(StoreCall.RENEW)).isZero();
    }

    @Test
    @DisplayName(
            "work that starts after its lease has expired asks the store first, and does not run beside another owner")
    void startsLate() {
        List<Runnable> late = new ArrayList<>();
        AtomicInteger tasks = new AtomicInteger();
        Operation<String> operation = operation(task -> {
                    if (tasks.incrementAndGet() == 2) {
                        late.add(task);
                    } else {
                        time.execute(task);
                    }
                })
                .build();
        CompletableFuture<Outcome<String>> call = call(operation);
        time.advance(LEASE.plusSeconds(1));
        CompletableFuture<Outcome<String>> other = call(operation().build());
        time.advance(Duration.ofMillis(1));
        late.get(0).run();
        time.advance(Duration.ofSeconds(1));
        assertThat(other.join()).isInstanceOf(Outcome.Executed.class);
        assertThat(call).isCompletedExceptionally();
        assertThat(runs).hasValue(1);
    }

    @Test
    @DisplayName("A16 a wait did not end at its limit while the executor was busy")
    void busyExecutor() {
        List<Runnable> stuck = new ArrayList<>();
        AtomicInteger tasks = new AtomicInteger();
        Operation<String> operation = operation(task -> {
                    if (tasks.incrementAndGet() > 3) {
                        stuck.add(task);
                    } else {
                        time.execute(task);
                    }
                })
                .build();
        operation.attemptAsync("k", null, context -> new CompletableFuture<>());
        time.advance(Duration.ofMillis(1));
        CompletableFuture<Outcome<String>> waiter = call(operation);
        time.advance(PATIENCE.plusMillis(100));
        assertThat(stuck).isNotEmpty();
        assertThat(waiter.join()).isInstanceOf(Outcome.InProgress.class);
    }

    @Test
    @DisplayName("all waiters of a call that failed asked the store together, each time")
    void herd() {
        // A claim takes time, so that all calls look before the first is answered.
        FaultyStore slow = new FaultyStore(memory, this::slowClaims, time::advance);
        Operation<String> operation = operation(slow, time)
                .whileRunning(waitUpTo(Duration.ofMinutes(10)))
                .build();
        for (int i = 0; i < CALLERS; i++) {
            operation.attemptAsync("k", null, context -> {
                CompletableFuture<String> failing = new CompletableFuture<>();
                time.after(Duration.ofSeconds(1), () -> failing.completeExceptionally(new IllegalStateException("no")));
                return failing;
            });
        }
        time.advance(Duration.ofMinutes(5));
        assertThat(slow.count(StoreCall.RELEASE)).isEqualTo(CALLERS);
        assertThat(slow.count(StoreCall.CLAIM)).isLessThan(3 * CALLERS);
    }

    private Fault slowClaims(StoreCall call) {
        return call == StoreCall.CLAIM ? Fault.delayBefore(Duration.ofMillis(10)) : Fault.none();
    }
}
