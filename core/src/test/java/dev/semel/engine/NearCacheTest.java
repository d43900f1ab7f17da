package dev.semel.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.Event;
import dev.semel.MismatchException;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.memory.MemoryStore;
import dev.semel.testkit.Fault;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.StoreCall;
import dev.semel.testkit.TestClock;
import dev.semel.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A18 the near cache")
class NearCacheTest {
    private final TestClock clock = TestClock.create();
    private final VirtualTime time = new VirtualTime();
    private final FaultyStore store =
            FaultyStore.on(MemoryStore.builder().clock(clock).build());
    private final List<Event> events = new ArrayList<>();

    private Operation<String> operation(int size) {
        return Semel.builder(store)
                .timekeeper(time)
                .nearCache(size)
                .listener(events::add)
                .build()
                .operation("op", Codec.text())
                .retention(Duration.ofHours(1))
                .build();
    }

    @Test
    @DisplayName("A18 answers replays without the store, after a local settlement and after a replay from the store")
    void answersReplays() {
        Operation<String> near = operation(10);
        near.once("own", "r", () -> "own");
        operation(0).once("others", "r", () -> "others");
        near.once("others", "r", () -> "never");
        int calls = store.calls();
        assertThat(near.once("own", "r", () -> "never")).isEqualTo("own");
        assertThat(near.once("others", "r", () -> "never")).isEqualTo("others");
        assertThat(store.calls()).isEqualTo(calls);
        assertThat(events.get(events.size() - 1))
                .isInstanceOfSatisfying(
                        Event.Replayed.class,
                        event -> assertThat(event.source()).isEqualTo(Event.Source.NEAR_CACHE));
    }

    @Test
    @DisplayName("A12 A18 never serves another fingerprint")
    void anotherFingerprint() {
        Operation<String> near = operation(10);
        near.once("k", "r", () -> "receipt");
        assertThatThrownBy(() -> near.once("k", "other", () -> "never")).isInstanceOf(MismatchException.class);
    }

    @Test
    @DisplayName("A18 never serves another scope")
    void anotherScope() {
        Operation<String> near = operation(10);
        near.inScope("a").once("k", "r", () -> "for a");
        assertThat(near.inScope("b").once("k", "r", () -> "for b")).isEqualTo("for b");
    }

    @Test
    @DisplayName("A5 A18 never holds an unsettled record")
    void unsettled() {
        Operation<String> near = operation(10);
        near.once("k", "r", () -> {
            for (int i = 0; i < 3; i++) {
                assertThat(near.attempt("k", "r", context -> "never")).isInstanceOf(Outcome.InProgress.class);
            }
            return "receipt";
        });
        assertThat(near.once("k", "r", () -> "never")).isEqualTo("receipt");
    }

    @Test
    @DisplayName("A18 serves nothing past its retention")
    void retention() {
        Operation<String> near = operation(10);
        near.once("k", "r", () -> "first");
        clock.advance(Duration.ofHours(1));
        time.advance(Duration.ofHours(1));
        assertThat(near.once("k", "r", () -> "second")).isEqualTo("second");
    }

    @Test
    @DisplayName("A18 that cached a record late drops it when the store does")
    void retentionOfOthers() {
        operation(0).once("k", "r", () -> "first");
        clock.advance(Duration.ofMinutes(59));
        Operation<String> near = operation(10);
        assertThat(near.once("k", "r", () -> "never")).isEqualTo("first");
        clock.advance(Duration.ofMinutes(1));
        time.advance(Duration.ofMinutes(1));
        assertThat(near.once("k", "r", () -> "second")).isEqualTo("second");
    }

    @Test
    @DisplayName("A18 is never asked when it is off")
    void off() {
        Operation<String> far = operation(0);
        far.once("k", "r", () -> "receipt");
        int calls = store.calls();
        far.once("k", "r", () -> "never");
        assertThat(store.calls()).isEqualTo(calls + 1);
    }

    @Test
    @DisplayName("A18 counts a retention from before the store was asked, however long the answer took")
    void slowAnswer() {
        Bench bench = new Bench();
        Duration brief = Duration.ofSeconds(10);
        bench.operation().retention(brief).build().once("k", null, () -> "old");
        Operation<String> near =
                Bench.operation(bench.semel().nearCache(10)).retention(brief).build();
        bench.store.next(StoreCall.CLAIM, Fault.delayAfter(Duration.ofSeconds(5)));
        assertThat(near.once("k", null, () -> "never")).isEqualTo("old");
        bench.time.advance(Duration.ofSeconds(5));
        assertThat(near.once("k", null, () -> "new")).isEqualTo("new");
    }
}
