package dev.semel.engine;

import static dev.semel.policy.Policies.waitUpTo;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.memory.MemoryStore;
import dev.semel.store.RecordId;
import dev.semel.store.Store;
import dev.semel.store.WatchableStore;
import dev.semel.testkit.DelegatingStore;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.StoreCall;
import dev.semel.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a call that waits at a store that gives hints")
class HintsTest {
    private final VirtualTime time = new VirtualTime();
    private final FaultyStore counted =
            FaultyStore.on(MemoryStore.builder().clock(time.clock()).build());
    private final Hinting store = new Hinting(counted);

    /** Notifies watchers only when the test asks for it. */
    private static final class Hinting extends DelegatingStore implements WatchableStore {
        private final List<Runnable> watchers = new ArrayList<>();
        private boolean broken;

        Hinting(Store target) {
            super(target);
        }

        @Override
        public Watch watch(RecordId id, Runnable changed) {
            if (broken) {
                throw new IllegalStateException("no hints today");
            }
            watchers.add(changed);
            return () -> watchers.remove(changed);
        }

        void hint() {
            List.copyOf(watchers).forEach(Runnable::run);
        }
    }

    private Operation<String> node() {
        return Semel.builder(store)
                .timekeeper(time)
                .executor(time)
                .build()
                .operation("op", Codec.text())
                .whileRunning(waitUpTo(Duration.ofSeconds(10)))
                .build();
    }

    private CompletableFuture<Outcome<String>> waiting(CompletableFuture<String> result) {
        node().attemptAsync("k", null, context -> result);
        time.advance(Duration.ofMillis(1));
        CompletableFuture<Outcome<String>> waiter =
                node().attemptAsync("k", null, context -> new CompletableFuture<>());
        time.advance(Duration.ofSeconds(3));
        return waiter;
    }

    @Test
    @DisplayName("A16 is answered at the hint, and polls rarely before that")
    void answeredAtTheHint() {
        CompletableFuture<String> result = new CompletableFuture<>();
        CompletableFuture<Outcome<String>> waiter = waiting(result);
        int asked = counted.count(StoreCall.CLAIM);
        assertThat(asked).isLessThan(14);
        result.complete("receipt");
        time.advance(Duration.ZERO);
        assertThat(waiter).isNotDone();
        store.hint();
        time.advance(Duration.ZERO);
        assertThat(waiter.join().orThrow()).isEqualTo("receipt");
        assertThat(counted.count(StoreCall.CLAIM)).isEqualTo(asked + 1);
        assertThat(store.watchers).isEmpty();
    }

    @Test
    @DisplayName("A16 is answered within a second if the hint gets lost")
    void hintLost() {
        CompletableFuture<String> result = new CompletableFuture<>();
        CompletableFuture<Outcome<String>> waiter = waiting(result);
        result.complete("receipt");
        time.advance(Duration.ofSeconds(1));
        assertThat(waiter.join().orThrow()).isEqualTo("receipt");
        assertThat(store.watchers).isEmpty();
    }

    @Test
    @DisplayName("asks again after a needless hint, and keeps watching")
    void hintForNothing() {
        CompletableFuture<String> result = new CompletableFuture<>();
        CompletableFuture<Outcome<String>> waiter = waiting(result);
        int asked = counted.count(StoreCall.CLAIM);
        for (int i = 1; i <= 3; i++) {
            store.hint();
            time.advance(Duration.ZERO);
            assertThat(counted.count(StoreCall.CLAIM)).isEqualTo(asked + i);
        }
        assertThat(waiter).isNotDone();
        assertThat(store.watchers).hasSize(1);
        time.advance(Duration.ofSeconds(10));
        assertThat(waiter.join()).isInstanceOf(Outcome.InProgress.class);
        assertThat(store.watchers).isEmpty();
    }

    @Test
    @DisplayName("polls if the watch fails")
    void watchFails() {
        store.broken = true;
        CompletableFuture<String> result = new CompletableFuture<>();
        CompletableFuture<Outcome<String>> waiter = waiting(result);
        result.complete("receipt");
        time.advance(Duration.ofSeconds(1));
        assertThat(waiter.join().orThrow()).isEqualTo("receipt");
    }
}
