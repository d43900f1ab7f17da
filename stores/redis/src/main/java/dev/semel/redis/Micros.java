package dev.semel.redis;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times as they lie in a record: microseconds since 1970, by the server's clock. */
final class Micros {
    private Micros() {}

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** Rounded up: nobody gets less than was asked for. */
    static long of(Duration duration) {
        return Math.addExact(
                Math.multiplyExact(duration.getSeconds(), 1_000_000L), (duration.getNano() + 999L) / 1_000L);
    }
}
