package dev.semel.time;

import java.time.Duration;

/**
 * A moment by two clocks. The clock of the JVM may stand still while a machine is suspended or a function frozen, and
 * the time of day may be set back.
 *
 * @param nanos by the JVM's clock
 * @param millis by the time of day
 */
public record Moment(long nanos, long millis) {
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Returns the moment after this time, by both clocks. */
    public Moment plus(Duration time) {
        return new Moment(nanos + time.toNanos(), millis + time.toMillis());
    }

    /** Returns whether this moment has passed by either clock. */
    public boolean isOver(Moment now) {
        return nanosLeft(now) <= 0;
    }

    /**
     * Returns how long until this moment, by the clock that gives less. The time of day counts whole milliseconds, so
     * the result may be a fraction of one too long.
     */
    public long nanosLeft(Moment now) {
        return Math.min(nanos - now.nanos, (millis + 1 - now.millis) * NANOS_PER_MILLI);
    }
}
