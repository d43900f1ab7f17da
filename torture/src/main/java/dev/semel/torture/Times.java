package dev.semel.torture;

import java.time.Duration;

/**
 * By which times a history is judged, in nanoseconds.
 *
 * @param lease of all operations
 * @param tolerance by how much clocks may differ without anything being wrong
 */
record Times(long lease, long tolerance) {
    private static final long MILLI = 1_000_000;

    static Times of(Duration lease, Duration tolerance) {
        return new Times(lease.toNanos(), tolerance.toNanos());
    }

    static long millis(Event event) {
        return event.number("ms") * MILLI;
    }
}
