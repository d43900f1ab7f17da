package dev.semel.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.counter.memory.MemoryCounterStore;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("counters")
class CounterTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-16T08:00:00Z"));
    private final Counters counters = Counters.on(new MemoryCounterStore()).clock(now::get);

    @Test
    @DisplayName("E6 a registered subject stays known through every purge, whatever the settings")
    void registeredForEver() {
        Counter known = counters.counter("known", Window.day(ZoneOffset.UTC))
                .refuseUnknownSubjects()
                .keepFor(Duration.ofDays(1))
                .build();
        known.register("subject");
        now.set(now.get().plus(Duration.ofDays(100)));
        assertThat(counters.purge(100)).isZero();
        assertThat(known.add("subject").count()).isOne();
    }

    @Test
    @DisplayName("E3 E4 a call with several limits counts once per key, and a refusal is not remembered")
    void togetherOnce() {
        Counter minute =
                counters.counter("minute", Window.minute(ZoneOffset.UTC)).build();
        Counter month = counters.counter("month", Window.month(ZoneOffset.UTC)).build();
        assertThat(take(minute, month, "a").again()).isFalse();
        CountTogether.Result again = take(minute, month, "a");
        assertThat(again.again()).isTrue();
        assertThat(again.granted()).isTrue();
        assertThat(again.quotas().get(1).tally().count()).isOne();
        assertThat(take(minute, month, "b").granted()).isFalse();
        now.set(now.get().plus(Duration.ofMinutes(1)));
        assertThat(take(minute, month, "b").granted()).isTrue();
        assertThat(take(minute, month, "b").again()).isTrue();
        assertThat(month.current("subject").count()).isEqualTo(2);
    }

    private CountTogether.Result take(Counter minute, Counter month, String key) {
        return counters.together("subject")
                .tryAdd(minute, 1, 1)
                .tryAdd(month, 1, 10)
                .once(key, Duration.ofHours(1))
                .apply();
    }

    @Test
    @DisplayName("an invalid key and an invalid time to remember it are rejected")
    void wrongKeys() {
        CountTogether together = counters.together("subject");
        assertThatThrownBy(() -> together.once("", Duration.ofHours(1))).hasMessageContaining("the key");
        assertThatThrownBy(() -> together.once("k", Duration.ZERO)).hasMessageContaining("remember a key is PT0S");
        assertThatThrownBy(() -> together.once("k", Duration.ofDays(10_001))).hasMessageContaining("10,000 days");
    }
}
