package dev.semel.counter.store;

import java.time.Duration;
import java.util.Objects;

/**
 * A change of one count.
 *
 * @param counter the counter's name
 * @param amount the amount to add; 0 only creates the count
 * @param limit the limit of the count; {@link Long#MAX_VALUE} for none
 * @param span the window of the change
 * @param subjects what to do if there is no such count
 * @param keep how long the count is kept after its window, at least; zero for forever
 */
public record CountChange(String counter, long amount, long limit, Span span, UnknownSubjects subjects, Duration keep) {

    /** Checks that nothing is negative. */
    public CountChange {
        Objects.requireNonNull(counter, "counter");
        Objects.requireNonNull(span, "span");
        if (amount < 0 || limit < 0 || keep.isNegative()) {
            throw new IllegalArgumentException(
                    "amount is " + amount + ", limit is " + limit + ", keep is " + keep + "; must not be negative");
        }
    }

    /** What to do if there is no such count. */
    public enum UnknownSubjects {
        /** Create it. */
        CREATE,
        /** Refuse the call. */
        REFUSE
    }
}
