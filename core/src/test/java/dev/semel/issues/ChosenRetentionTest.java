package dev.semel.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.InvalidSettingsException;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.memory.MemoryStore;
import dev.semel.testkit.TestClock;
import java.time.Duration;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a retention that is chosen for a value")
class ChosenRetentionTest {
    private final TestClock clock = TestClock.create();
    private final MemoryStore store = MemoryStore.builder().clock(clock).build();

    private Operation<String> operation(Function<String, Duration> choice) {
        return Semel.builder(store)
                .build()
                .operation("op", Codec.text())
                .retention(Duration.ofHours(24))
                .retentionOf(choice)
                .build();
    }

    private Duration keptFor(String key) {
        return store.find(new dev.semel.store.RecordId("op", "", key))
                .map(record -> Duration.between(record.asOf(), record.expiresAt()))
                .orElseThrow();
    }

    @Test
    @DisplayName("A25 applies to that value; other values have the whole retention")
    void shorter() {
        Operation<String> operation =
                operation(value -> value.equals("refused") ? Duration.ofHours(1) : Duration.ofHours(24));
        operation.once("a", null, () -> "refused");
        operation.once("b", null, () -> "done");
        assertThat(keptFor("a")).isEqualTo(Duration.ofHours(1));
        assertThat(keptFor("b")).isEqualTo(Duration.ofHours(24));
        clock.advance(Duration.ofHours(1));
        assertThat(operation.once("a", null, () -> "again")).isEqualTo("again");
        assertThat(operation.once("b", null, () -> "never")).isEqualTo("done");
    }

    @Test
    @DisplayName("A25 stays within a millisecond and the retention, and is the retention if the choice fails")
    void bounded() {
        operation(value -> Duration.ofDays(9)).once("long", null, () -> "x");
        operation(value -> Duration.ofMillis(-5)).once("negative", null, () -> "x");
        operation(value -> {
                    throw new IllegalStateException("broken");
                })
                .once("broken", null, () -> "x");
        operation(value -> {
                    throw new AssertionError("broken");
                })
                .once("failing", null, () -> "x");
        assertThat(keptFor("long")).isEqualTo(Duration.ofHours(24));
        assertThat(keptFor("negative")).isEqualTo(Duration.ofMillis(1));
        assertThat(keptFor("broken")).isEqualTo(Duration.ofHours(24));
        assertThat(keptFor("failing")).isEqualTo(Duration.ofHours(24));
    }

    @Test
    @DisplayName("A25 applies in the near cache too")
    void nearCache() {
        Operation<String> operation = Semel.builder(store)
                .nearCache(10)
                .build()
                .operation("op", Codec.text())
                .retentionOf(value -> Duration.ofMillis(1))
                .build();
        operation.once("k", null, () -> "first");
        clock.advance(Duration.ofHours(1));
        long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        String answer = "first";
        while (answer.equals("first") && System.nanoTime() < deadline) {
            answer = operation.once("k", null, () -> "second");
        }
        assertThat(answer).isEqualTo("second");
    }

    @Test
    @DisplayName("A19 must not be null")
    void mustBeGiven() {
        assertThatThrownBy(() -> operation(null))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining("retentionOf");
    }
}
