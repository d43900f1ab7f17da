package dev.semel.counter;

/**
 * Whether an amount was within a limit.
 *
 * @param granted whether it was, and is counted; if not, nothing was
 * @param tally the count after that
 * @param limit what the count may not pass
 */
public record Quota(boolean granted, Tally tally, long limit) {

    /** What is left until the window resets. */
    public long remaining() {
        return Math.max(0, limit - tally.count());
    }
}
