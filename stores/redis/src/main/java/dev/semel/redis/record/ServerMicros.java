package dev.semel.redis.record;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times in the format of records: microseconds since 1970, by the server's clock. */
final class ServerMicros {
    private ServerMicros() {}

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** Converts a duration, rounding up so that no lease or retention is shorter than requested. */
    static long of(Duration duration) {
        return Math.addExact(
                Math.multiplyExact(duration.getSeconds(), 1_000_000L), (duration.getNano() + 999L) / 1_000L);
    }
}
