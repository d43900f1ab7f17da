package dev.semel.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the clock of the memory store")
class SteadyClockTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final AtomicReference<Instant> wall = new AtomicReference<>(START);
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final SteadyClock clock = new SteadyClock(wall::get, nanos::get);

    @Test
    @DisplayName("continues with the elapsed time, even if the system's clock is set")
    void steady() {
        wall.set(START.plus(Duration.ofDays(1)));
        assertThat(clock.instant()).isEqualTo(START);
        wall.set(START.minus(Duration.ofDays(1)));
        nanos.addAndGet(1_000_000_000);
        assertThat(clock.instant()).isEqualTo(START.plusSeconds(1));
    }

    @Test
    @DisplayName("starts at the system's time")
    void startsAtTheSystemsTime() {
        assertThat(Duration.between(new SteadyClock().instant(), Instant.now()).abs())
                .isLessThan(Duration.ofMinutes(1));
    }
}
