package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.counter.memory.MemoryCounterStore;
import dev.semel.http.contract.Door;
import dev.semel.memory.MemoryStore;
import dev.semel.policy.Policies;
import dev.semel.servers.resource.ShortOfStack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("callers that run out of stack must not keep")
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ShortOfStackTest {
    private static final int RUNS = 600;
    private static final int MOST = 64;

    private final AtomicInteger number = new AtomicInteger();

    @Test
    @DisplayName("the places of the memory store, and the lock of callers that wait for a place")
    void memory() throws InterruptedException {
        MemoryStore store = MemoryStore.builder()
                .maxRecords(MOST)
                .whenFull(MemoryStore.WhenFull.FORGET_OLD)
                .build();
        Operation<String> operation =
                Semel.on(store).operation("stack", Codec.text()).build();
        Runnable call = () -> operation.once("key-" + number.incrementAndGet(), "r", () -> "receipt");
        call.run();
        ShortOfStack.runBeside(2, call, RUNS, call);
        for (int i = 0; i < 2 * MOST; i++) {
            call.run();
        }
        assertThat(store.size()).isBetween(MOST - 8, MOST);
    }

    @Test
    @DisplayName("the leases of their keys, which were renewed forever")
    void leases() throws InterruptedException {
        Operation<String> operation = Semel.on(MemoryStore.create())
                .operation("stack", Codec.text())
                .lease(Duration.ofMillis(300))
                .whileRunning(Policies.waitUpTo(Duration.ofSeconds(60)))
                .build();
        operation.once("first", "r", () -> "receipt");
        ShortOfStack.run(RUNS, 1, () -> operation.once("key-" + number.incrementAndGet(), "r", () -> "receipt"));
        for (int i = 1; i <= number.get(); i++) {
            assertThat(operation.once("key-" + i, "r", () -> "receipt")).isEqualTo("receipt");
        }
    }

    @Test
    @DisplayName("the records of work that they did not run, which were in doubt forever")
    void held() throws InterruptedException {
        Operation<String> operation = Semel.on(MemoryStore.create())
                .operation("stack", Codec.text())
                .lease(Duration.ofMillis(300))
                .afterAbandonment(Policies.hold())
                .build();
        boolean[] hasRun = new boolean[RUNS + 1];
        operation.once("key-0", "r", () -> "receipt");
        ShortOfStack.run(RUNS, 1, () -> {
            int i = number.incrementAndGet();
            operation.once("key-" + i, "r", () -> {
                hasRun[i] = true;
                return "receipt";
            });
        });
        for (int i = 1; i <= number.get(); i++) {
            String key = "key-" + i;
            if (!hasRun[i]) {
                await(() -> operation.attempt(key, "r", context -> "receipt") instanceof Outcome.Executed);
            }
        }
    }

    @Test
    @DisplayName("the locks of the executor of asynchronous calls")
    void asynchronous() throws Exception {
        Operation<String> operation =
                Semel.on(MemoryStore.create()).operation("stack", Codec.text()).build();
        receipt(operation, "first").get();
        ShortOfStack.run(RUNS, 1, () -> receipt(operation, "key-" + number.incrementAndGet()));
        for (int i = 0; i < 20; i++) {
            assertThat(receipt(operation, "last-" + i).get(1, TimeUnit.MINUTES).orThrow())
                    .isEqualTo("receipt");
        }
    }

    private volatile int begun;
    private volatile int joined;

    @Test
    @DisplayName("asynchronous callers that have joined them")
    void joined() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        AtomicInteger steps = new AtomicInteger();
        Executor counting = task -> threads.execute(() -> {
            task.run();
            steps.incrementAndGet();
        });
        Operation<String> operation = Semel.builder(MemoryStore.create())
                .executor(counting)
                .build()
                .operation("stack", Codec.text())
                .lease(Duration.ofSeconds(1))
                .whileRunning(Policies.waitUpTo(Duration.ofMinutes(10)))
                .build();
        operation.once("key-0", "r", () -> "receipt");
        List<CompletableFuture<Outcome<String>>> waiters = new ArrayList<>();
        Thread joining = new Thread(() -> {
            while (joined < RUNS) {
                int key = begun;
                if (key > joined) {
                    int before = steps.get();
                    waiters.add(receipt(operation, "key-" + key));
                    await(() -> steps.get() > before);
                    joined = key;
                }
            }
        });
        joining.start();
        ShortOfStack.run(RUNS, 1, () -> {
            int key = number.incrementAndGet();
            operation.once("key-" + key, "r", () -> {
                begun = key;
                while (joined < key) {
                    // no call, since the stack may end here
                }
                return "receipt";
            });
        });
        begun = RUNS;
        joining.join();
        for (CompletableFuture<Outcome<String>> waiter : waiters) {
            assertThat(waiter.get(1, TimeUnit.MINUTES).orThrow()).isEqualTo("receipt");
        }
        threads.shutdownNow();
    }

    private static CompletableFuture<Outcome<String>> receipt(Operation<String> operation, String key) {
        return operation.attemptAsync(key, "r", context -> CompletableFuture.completedFuture("receipt"));
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    @DisplayName("the turn of callers that add to a count in memory")
    void counts() throws InterruptedException {
        Counter counter = Counters.on(new MemoryCounterStore())
                .counter("stack", Window.month(ZoneOffset.UTC))
                .build();
        AtomicInteger counted = new AtomicInteger();
        AtomicInteger unknown = new AtomicInteger();
        Runnable others = () -> {
            try {
                counter.add("shared");
                counted.incrementAndGet();
            } catch (StoreException e) {
                unknown.incrementAndGet(); // travelled with one that was short of stack
            }
        };
        others.run();
        int returned = ShortOfStack.runBeside(4, others, RUNS, () -> counter.add("shared"));
        assertThat(counter.current("shared").count())
                .isBetween((long) counted.get() + returned, (long) counted.get() + unknown.get() + RUNS);
    }

    @Test
    @DisplayName("the places of requests that wait")
    void waiting() throws Exception {
        HttpGuard guard = HttpGuard.builder(Semel.on(MemoryStore.create()))
                .route(Route.builder("/payments", "payments.create")
                        .maxWaiting(8)
                        .whileRunning(Policies.waitUpTo(Duration.ofMinutes(1)))
                        .build())
                .build();
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        Answer created = Answer.of(201, List.of(), new byte[0]);
        ShortOfStack.run(
                RUNS,
                2,
                () -> send(guard, "key-" + number.incrementAndGet(), CompletableFuture.completedFuture(created)));
        CompletableFuture<Answer> first = send(guard, "same", answer);
        CompletableFuture<Answer> duplicate = send(guard, "same", answer);
        assertThat(duplicate).as("waits").isNotDone();
        answer.complete(created);
        assertThat(first.get().status()).isEqualTo(201);
        assertThat(duplicate.get().status()).isEqualTo(201);
    }

    private static CompletableFuture<Answer> send(HttpGuard guard, String key, CompletableFuture<Answer> answer) {
        try {
            return Door.handle(guard, FakeExchange.with(key), (request, context) -> answer)
                    .orElseThrow()
                    .toCompletableFuture();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
