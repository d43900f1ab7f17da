package dev.semel.testkit.history;

import java.time.Duration;

/**
 * By which times a history is judged, in nanoseconds.
 *
 * @param lease of claims and renewals that do not say for how long they are
 * @param early by how much something may end too early without anything being wrong
 * @param late by how much something may last too long without anything being wrong
 */
public record Times(long lease, long early, long late) {
    private static final long MILLI = 1_000_000;

    /** Of durations. */
    public static Times of(Duration lease, Duration early, Duration late) {
        return new Times(lease.toNanos(), early.toNanos(), late.toNanos());
    }

    /** For how long something is to be kept. */
    public static long millis(Event event) {
        return event.number("ms") * MILLI;
    }

    /** For how long a claim or a renewal is. */
    long leaseOf(Event sign) {
        String millis = sign.find("l");
        return millis == null ? lease : Long.parseLong(millis) * MILLI;
    }
}
