package dev.semel.jdbc.sql;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times as they lie in the table: microseconds since 1970 in UTC, so that no session's time zone can matter. Not for applications. */
public final class Micros {
    private Micros() {}

    /** The instant of a time in the table. */
    public static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** An instant as it lies in the table. */
    public static long of(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1_000L);
    }

    /** Rounded up: nobody gets less than was asked for. */
    public static long of(Duration duration) {
        return Math.addExact(
                Math.multiplyExact(duration.getSeconds(), 1_000_000L), (duration.getNano() + 999L) / 1_000L);
    }
}
