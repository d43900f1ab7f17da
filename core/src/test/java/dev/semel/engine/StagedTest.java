package dev.semel.engine;

import static dev.semel.policy.Policies.waitUpTo;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.memory.MemoryStore;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.Token;
import dev.semel.testkit.DelegatingStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a call that begins on the calling thread")
class StagedTest {
    private final ConcurrentLinkedQueue<Thread> settledOn = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean interruptedWhileSettling = new AtomicBoolean();
    private final ExecutorService executor = Executors.newFixedThreadPool(2, task -> new Thread(task, "elsewhere"));
    private final Operation<String> operation = node(executor);

    private Operation<String> node(Executor where) {
        DelegatingStore store = new DelegatingStore(MemoryStore.create()) {
            @Override
            public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
                settledOn.add(Thread.currentThread());
                interruptedWhileSettling.set(Thread.currentThread().isInterrupted());
                return super.settle(id, token, result, retention);
            }
        };
        return Semel.builder(store)
                .executor(where)
                .build()
                .operation("op", Codec.text())
                .whileRunning(waitUpTo(Duration.ofSeconds(20)))
                .build();
    }

    @AfterEach
    void stop() {
        executor.shutdownNow();
    }

    @Test
    @DisplayName("A1 starts the work and records its value there, even if the value comes later")
    void here() {
        CompletableFuture<String> value = new CompletableFuture<>();
        CompletableFuture<Outcome<String>> call = operation.attemptStaged("k", null, context -> value);
        assertThat(call).isNotDone();
        value.complete("v");
        assertThat(call).isCompleted();
        assertThat(settledOn).containsExactly(Thread.currentThread());
    }

    @Test
    @DisplayName("A1 records a value from another thread on the executor, not on that thread")
    void elsewhere() throws Exception {
        CompletableFuture<String> value = new CompletableFuture<>();
        CompletableFuture<Outcome<String>> call = operation.attemptStaged("k", null, context -> value);
        Thread other = new Thread(() -> value.complete("v"));
        other.start();
        other.join();
        assertThat(call.join()).isInstanceOf(Outcome.Executed.class);
        assertThat(settledOn)
                .singleElement()
                .satisfies(thread -> assertThat(thread.getName()).isEqualTo("elsewhere"));
    }

    @Test
    @DisplayName("A16 does not block it: the method returns, and the answer follows later")
    void doesNotBlock() {
        CompletableFuture<String> value = new CompletableFuture<>();
        operation.attemptStaged("k", null, context -> value);
        CompletableFuture<Outcome<String>> waiting = operation.attemptStaged("k", null, context -> {
            throw new AssertionError("must not run");
        });
        assertThat(waiting).isNotDone();
        value.complete("v");
        assertThat(waiting.join()).isInstanceOf(Outcome.Replayed.class);
    }

    @Test
    @DisplayName("A16 that has waited for a call that fails starts its work on the executor")
    void runsElsewhereAfterWaiting() {
        CompletableFuture<String> value = new CompletableFuture<>();
        operation.attemptStaged("k", null, context -> value);
        CompletableFuture<Outcome<String>> waiting = operation.attemptStaged(
                "k",
                null,
                context ->
                        CompletableFuture.completedFuture(Thread.currentThread().getName()));
        value.completeExceptionally(new IllegalStateException("broken"));
        assertThat(waiting.join().orThrow()).isEqualTo("elsewhere");
    }

    @Test
    @DisplayName("A17 defers an interrupt during the work until its value is recorded")
    void interrupts() {
        CompletableFuture<Outcome<String>> call = operation.attemptStaged("k", null, context -> {
            Thread.currentThread().interrupt();
            return CompletableFuture.completedFuture("v");
        });
        assertThat(Thread.interrupted()).isTrue();
        assertThat(call.join()).isInstanceOf(Outcome.Executed.class);
        assertThat(interruptedWhileSettling).isFalse();
    }
}
