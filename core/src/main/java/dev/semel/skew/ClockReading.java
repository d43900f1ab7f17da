package dev.semel.skew;

import java.time.Duration;
import java.time.Instant;

/**
 * One reading of the application's clock, in milliseconds since 1970.
 *
 * @param judged the time by which leases and retentions are judged: rounded down, and earlier by the allowance for skew, so that every node's
 *     clock has reached it
 * @param written the time from which leases and retentions are counted: rounded up, so that none is shorter than requested
 */
public record ClockReading(long judged, long written) {
    private static final int ALMOST_A_MILLI = 999_999;

    /** Returns a reading at {@code now}, for clocks that are apart by {@code skewMillis} at most. */
    static ClockReading of(Instant now, long skewMillis) {
        return new ClockReading(
                now.toEpochMilli() - skewMillis, now.plusNanos(ALMOST_A_MILLI).toEpochMilli());
    }

    /** Returns whether a time that one node has written is past by the clock of every node. */
    public boolean isPast(long end) {
        return judged >= end;
    }

    /** Returns the time to write for something that ends after {@code duration}. */
    public long after(Duration duration) {
        return Math.addExact(written, millis(duration));
    }

    /** Returns the time from which leases and retentions are counted. */
    public Instant asWritten() {
        return Instant.ofEpochMilli(written);
    }

    /** Returns the time by which leases and retentions are judged. */
    public Instant asJudged() {
        return Instant.ofEpochMilli(judged);
    }

    /** Returns a duration in milliseconds, rounded up. */
    public static long millis(Duration duration) {
        return duration.plusNanos(ALMOST_A_MILLI).toMillis();
    }
}
