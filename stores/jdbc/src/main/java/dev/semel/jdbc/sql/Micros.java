package dev.semel.jdbc.sql;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times as the tables store them: microseconds since 1970 in UTC, so that no session's time zone matters. */
public final class Micros {
    private Micros() {}

    /** Returns the instant of a stored time. */
    public static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** Returns an instant as it is stored. */
    public static long of(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1_000L);
    }

    /** Returns a duration as it is stored, rounded up. */
    public static long of(Duration duration) {
        return Math.addExact(
                Math.multiplyExact(duration.getSeconds(), 1_000_000L), (duration.getNano() + 999L) / 1_000L);
    }
}
