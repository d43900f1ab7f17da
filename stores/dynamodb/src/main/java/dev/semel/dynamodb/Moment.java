package dev.semel.dynamodb;

import java.time.Duration;
import java.time.Instant;

/**
 * One reading of the application's clock, in milliseconds since 1970.
 *
 * @param judged by which leases and retentions are judged: rounded down, and earlier by the allowance for skew, so that every node's clock has
 *     reached it
 * @param written from which leases and retentions are counted: rounded up, so that nobody gets less than was asked for
 */
record Moment(long judged, long written) {
    private static final int ALMOST_A_MILLI = 999_999;

    static Moment of(Instant now, long skewMillis) {
        return new Moment(
                now.toEpochMilli() - skewMillis, now.plusNanos(ALMOST_A_MILLI).toEpochMilli());
    }

    /** Whether something that ends at {@code end} by some node's clock is over by every node's. */
    boolean isOver(long end) {
        return judged >= end;
    }

    long after(Duration duration) {
        return Math.addExact(written, millis(duration));
    }

    Instant asWritten() {
        return Instant.ofEpochMilli(written);
    }

    Instant asJudged() {
        return Instant.ofEpochMilli(judged);
    }

    /** Rounded up. */
    static long millis(Duration duration) {
        return duration.plusNanos(ALMOST_A_MILLI).toMillis();
    }
}
