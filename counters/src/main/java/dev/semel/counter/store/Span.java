package dev.semel.counter.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** The window of a change, by the caller's clock. Times are whole milliseconds. */
public sealed interface Span {

    /**
     * A window whose bounds are known in advance. A count resets if the stored one started before {@code start}.
     *
     * @param start the window's first instant
     * @param end the first instant after it
     */
    record Fixed(Instant start, Instant end) implements Span {
        /** Checks that the window ends after its start. */
        public Fixed {
            if (!start.isBefore(end)) {
                throw new IllegalArgumentException(
                        "the window starts at " + start + " and ends at " + end + "; must end after its start");
            }
        }
    }

    /**
     * A window that each hit renews. The count resets if the stored one has ended at {@code at}; the new one starts at {@code at}. Otherwise its
     * end becomes {@code at + idle}, but never earlier than before, and never later than {@code longest} after its start.
     *
     * @param at the time of the hit
     * @param idle how long after a hit the window ends
     * @param longest the maximum length of the window
     */
    record Session(Instant at, Duration idle, Duration longest) implements Span {
        /** Checks that the durations are positive and consistent. */
        public Session {
            Objects.requireNonNull(at, "at");
            if (idle.toMillis() < 1 || longest.compareTo(idle) < 0) {
                throw new IllegalArgumentException("the session has an idle time of " + idle + " and lasts at most "
                        + longest + "; must be at least 1 ms and no less than the idle time");
            }
        }
    }
}
