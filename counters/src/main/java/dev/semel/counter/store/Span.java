package dev.semel.counter.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** The window that a change is meant for, as the caller's clock has it. Times are whole milliseconds. */
public sealed interface Span {

    /**
     * A window whose borders are known beforehand. A count starts again if the one that is stored began before {@code start}.
     *
     * @param start the window's first instant
     * @param end the first instant after it
     */
    record Fixed(Instant start, Instant end) implements Span {
        /** Checks that it has a length. */
        public Fixed {
            if (!start.isBefore(end)) {
                throw new IllegalArgumentException("a window must end after its start");
            }
        }
    }

    /**
     * A window that each hit renews. The count starts again if the one that is stored has ended at {@code at}; the new one starts at {@code at}.
     * Otherwise its end becomes {@code at + idle}, but never sooner than it was, and never later than {@code longest} after its start.
     *
     * @param at when the hit took place
     * @param idle how long after a hit it ends
     * @param longest how long it lasts at most
     */
    record Session(Instant at, Duration idle, Duration longest) implements Span {
        /** Checks that it can be. */
        public Session {
            Objects.requireNonNull(at, "at");
            if (idle.toMillis() < 1 || longest.compareTo(idle) < 0) {
                throw new IllegalArgumentException(
                        "a session must last at least a millisecond, and no less than its idle time");
            }
        }
    }
}
