package dev.semel.torture;

import java.time.Duration;

/**
 * By which times a history is judged, in nanoseconds.
 *
 * @param lease of all operations
 * @param early by how much something may end too early without anything being wrong
 * @param late by how much something may last too long without anything being wrong
 */
record Times(long lease, long early, long late) {
    private static final long MILLI = 1_000_000;

    static Times of(Duration lease, Duration early, Duration late) {
        return new Times(lease.toNanos(), early.toNanos(), late.toNanos());
    }

    static long millis(Event event) {
        return event.number("ms") * MILLI;
    }
}
