package dev.semel.counter.store;

import java.time.Duration;
import java.util.Objects;

/**
 * One change of a count.
 *
 * @param counter whose count of the call's subject is changed
 * @param amount what is added; 0 only makes the count known
 * @param limit what the count may not pass; {@link Long#MAX_VALUE} for none
 * @param span the window it is meant for
 * @param subjects what happens if there is no such count
 * @param keep how long after its window a count is remembered, at least; zero for ever
 */
public record CountChange(String counter, long amount, long limit, Span span, UnknownSubjects subjects, Duration keep) {

    /** Checks that nothing is negative. */
    public CountChange {
        Objects.requireNonNull(counter, "counter");
        Objects.requireNonNull(span, "span");
        if (amount < 0 || limit < 0 || keep.isNegative()) {
            throw new IllegalArgumentException("amount, limit and keep must not be negative");
        }
    }

    /** What happens if there is no such count. */
    public enum UnknownSubjects {
        /** It is made. */
        CREATE,
        /** The call is refused. */
        REFUSE
    }
}
