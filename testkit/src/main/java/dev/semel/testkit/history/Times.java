package dev.semel.testkit.history;

import java.time.Duration;

/**
 * The times that a history is judged by, in nanoseconds.
 *
 * @param lease the lease of claims and renewals that do not record one
 * @param early the tolerance for a lease or retention that ends too early
 * @param late the tolerance for a lease or retention that ends too late
 */
public record Times(long lease, long early, long late) {
    private static final long MILLI = 1_000_000;

    /** Converts durations. */
    public static Times of(Duration lease, Duration early, Duration late) {
        return new Times(lease.toNanos(), early.toNanos(), late.toNanos());
    }

    /** Returns the retention that an event records. */
    public static long millis(HistoryEvent event) {
        return event.number("ms") * MILLI;
    }

    /** Returns the lease of a claim or a renewal. */
    public long leaseOf(HistoryEvent sign) {
        String millis = sign.find("l");
        return millis == null ? lease : Long.parseLong(millis) * MILLI;
    }
}
