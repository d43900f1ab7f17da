package dev.semel.counter.store;

import java.time.Instant;
import java.util.Objects;

/**
 * A count in its window.
 *
 * @param start the window's first instant
 * @param end the first instant after it
 * @param count the count in the window
 */
public record StoredCount(Instant start, Instant end, long count) {
    /** Creates a count. */
    public StoredCount {
        Objects.requireNonNull(start, "start");
        Objects.requireNonNull(end, "end");
    }
}
