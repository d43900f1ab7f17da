package dev.semel.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.Fingerprint;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.policy.Policies;
import dev.semel.store.ClaimRequest;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.RecordId;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the memory store's bound")
class MemoryStoreBoundTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));

    private MemoryStore store(int maxRecords, MemoryStore.WhenFull whenFull) {
        return MemoryStore.builder()
                .clock(now::get)
                .maxRecords(maxRecords)
                .whenFull(whenFull)
                .build();
    }

    private static Operation<String> operation(MemoryStore store) {
        return operation(Semel.on(store), "op", Duration.ofMinutes(1));
    }

    private static Operation<String> operation(Semel semel, String name, Duration retention) {
        return semel.operation(name, Codec.text()).retention(retention).build();
    }

    @Test
    @DisplayName("refuses a new record when it is full, with a clear message, and forgets nothing")
    void refuses() {
        MemoryStore store = store(3, MemoryStore.WhenFull.REFUSE);
        Operation<String> operation = operation(store);
        for (int i = 0; i < 3; i++) {
            operation.once("k" + i, null, () -> "x");
        }
        assertThatThrownBy(() -> operation.once("k3", null, () -> "never"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("raise maxRecords");
        for (int i = 0; i < 3; i++) {
            assertThat(operation.once("k" + i, null, () -> "never")).isEqualTo("x");
        }
    }

    @Test
    @DisplayName("frees room as soon as a retention has ended, without a purge")
    void sweeps() {
        MemoryStore store = store(3, MemoryStore.WhenFull.REFUSE);
        Operation<String> operation = operation(store);
        for (int round = 0; round < 10; round++) {
            for (int i = 0; i < 3; i++) {
                operation.once("r" + round + "k" + i, null, () -> "x");
            }
            now.updateAndGet(instant -> instant.plusSeconds(60));
        }
        assertThat(store.size()).isLessThanOrEqualTo(3);
    }

    @Test
    @DisplayName("frees the room of the one record of many whose retention has ended, at any position")
    void oneFarBack() {
        MemoryStore store = store(100, MemoryStore.WhenFull.REFUSE);
        Semel semel = Semel.on(store);
        Operation<String> lasting = operation(semel, "lasting", Duration.ofHours(1));
        Operation<String> brief = operation(semel, "brief", Duration.ofMinutes(1));
        for (int i = 0; i < 100; i++) {
            (i == 50 ? brief : lasting).once("k" + i, null, () -> "x");
        }
        assertThatThrownBy(() -> lasting.once("new", null, () -> "never")).isInstanceOf(StoreException.class);
        now.updateAndGet(instant -> instant.plusSeconds(60));
        assertThat(lasting.once("new", null, () -> "x")).isEqualTo("x");
        assertThatThrownBy(() -> lasting.once("newer", null, () -> "never")).isInstanceOf(StoreException.class);
    }

    @Test
    @DisplayName("frees the room of a record whose owner never returned, a retention after its lease")
    void abandoned() {
        MemoryStore store = store(1, MemoryStore.WhenFull.REFUSE);
        store.claim(new ClaimRequest(
                new RecordId("op", "", "gone"),
                Fingerprint.ofText("x"),
                () -> new Nonce(1, 1),
                new LeaseTerms(Duration.ofSeconds(30), Duration.ofSeconds(60)),
                true));
        now.updateAndGet(instant -> instant.plusSeconds(89));
        assertThatThrownBy(() -> operation(store).once("new", null, () -> "never"))
                .isInstanceOf(StoreException.class);
        now.updateAndGet(instant -> instant.plusSeconds(1));
        assertThat(operation(store).once("new", null, () -> "x")).isEqualTo("x");
    }

    @Test
    @DisplayName("frees the room of a record that was to stay until a settlement gave it a retention")
    void settledInAFullStore() {
        Operation<String> held = Semel.on(store(1, MemoryStore.WhenFull.REFUSE))
                .operation("op", Codec.text())
                .retention(Duration.ofMinutes(1))
                .afterAbandonment(Policies.hold())
                .build();
        held.once("k", null, () -> {
            assertThatThrownBy(() -> held.once("new", null, () -> "never")).isInstanceOf(StoreException.class);
            return "x";
        });
        assertThatThrownBy(() -> held.once("new", null, () -> "never")).isInstanceOf(StoreException.class);
        now.updateAndGet(instant -> instant.plusSeconds(60));
        assertThat(held.once("new", null, () -> "x")).isEqualTo("x");
    }

    @Test
    @DisplayName("is swept while it is far from full, so that memory follows the retained records")
    void sweepsAllTheTime() {
        MemoryStore store = store(1_000_000, MemoryStore.WhenFull.REFUSE);
        Operation<String> operation = operation(store);
        for (int i = 0; i < 20_000; i++) {
            operation.once("k" + i, null, () -> "x");
            if (i % 100 == 0) {
                now.updateAndGet(instant -> instant.plusSeconds(60));
            }
        }
        assertThat(store.size()).isLessThan(2_000);
    }

    @Test
    @DisplayName("never forgets what is in progress, even if it may forget")
    void neverForgetsWhatIsInProgress() {
        MemoryStore store = store(4, MemoryStore.WhenFull.FORGET_OLD);
        Operation<String> operation = operation(store);
        operation.once("running", null, () -> {
            for (int i = 0; i < 100; i++) {
                operation.once("k" + i, null, () -> "x");
            }
            assertThat(operation.attempt("running", null, context -> "never")).isInstanceOf(Outcome.InProgress.class);
            return "done";
        });
        assertThat(operation.once("running", null, () -> "never")).isEqualTo("done");
        assertThat(store.size()).isLessThanOrEqualTo(4);
    }

    @Test
    @DisplayName("refuses when everything is in progress, even if it may forget")
    void refusesWhenAllIsInProgress() {
        Operation<String> operation = operation(store(1, MemoryStore.WhenFull.FORGET_OLD));
        operation.once("running", null, () -> {
            assertThatThrownBy(() -> operation.once("other", null, () -> "never"))
                    .isInstanceOf(StoreException.class);
            return "done";
        });
    }

    @Test
    @DisplayName("holds under many threads")
    void holdsUnderManyThreads() throws InterruptedException {
        MemoryStore store = store(50, MemoryStore.WhenFull.FORGET_OLD);
        Operation<String> operation = operation(store);
        AtomicInteger largest = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(8);
        for (int t = 0; t < 8; t++) {
            int thread = t;
            pool.execute(() -> {
                for (int i = 0; i < 2_000; i++) {
                    operation.once(thread + "-" + i, null, () -> "x");
                    largest.accumulateAndGet(store.size(), Math::max);
                }
            });
        }
        pool.shutdown();
        assertThat(pool.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(largest.get()).isLessThanOrEqualTo(50);
    }

    @Test
    @DisplayName("of less than one record is refused, and a closed store reports that it is closed")
    void misuse() {
        assertThatThrownBy(() -> store(0, MemoryStore.WhenFull.REFUSE)).hasMessageContaining("maxRecords is 0");
        MemoryStore store = MemoryStore.create();
        store.close();
        assertThatThrownBy(() -> operation(store).once("k", null, () -> "never"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("closed");
    }
}
