package dev.semel.boot.overview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.RecordState;
import dev.semel.Semel;
import dev.semel.boot.overview.RecordCount.Counted;
import dev.semel.memory.MemoryStore;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a count of records")
class RecordCountTest {
    private final Semel semel = Semel.on(MemoryStore.create());
    private final Operation<String> greet =
            semel.operation("greet", Codec.text()).build();
    private final RecordCount count = new OverviewFixture(semel).counts();

    @Test
    @DisplayName("is made on request only, and reused while it is good")
    void reused() {
        assertThat(count.last()).isEmpty();
        greet.once("k-1", "request", () -> "hello");
        Counted first = count.count(Duration.ofHours(1));
        assertThat(first.byState()).containsEntry(RecordState.COMPLETED, 1L);
        greet.once("k-2", "request", () -> "hello");
        assertThat(count.count(Duration.ofHours(1))).isSameAs(first);
        assertThat(count.last()).containsSame(first);
    }

    @Test
    @DisplayName("is made again after 100 times the time that it took")
    void again() throws InterruptedException {
        Counted first = count.count(Duration.ZERO);
        greet.once("k-1", "request", () -> "hello");
        Counted second = first;
        long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (second.equals(first) && System.nanoTime() < deadline) {
            Thread.sleep(1);
            second = count.count(Duration.ZERO);
        }
        assertThat(second.byState()).containsEntry(RecordState.COMPLETED, 1L);
        assertThat(Duration.between(first.at(), second.at()))
                .isGreaterThan(first.took().multipliedBy(50));
    }
}
