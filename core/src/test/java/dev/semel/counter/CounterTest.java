package dev.semel.counter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.memory.MemoryCounterStore;
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
    @DisplayName("E6 a subject that was registered stays known through every purge, whatever else was chosen")
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
}
