package dev.semel.counter;

/**
 * The answer to an addition with a limit.
 *
 * @param granted whether the amount was within the limit and was counted; if not, nothing was
 * @param tally the count afterwards
 * @param limit the limit of the count
 */
public record Quota(boolean granted, Tally tally, long limit) {

    /** Returns the amount that is left until the window resets, at least 0. */
    public long remaining() {
        return Math.max(0, limit - tally.count());
    }
}
