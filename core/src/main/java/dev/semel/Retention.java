package dev.semel;

import java.time.Duration;

/** Helps to choose for how long a result is replayed. */
public final class Retention {
    /** The longest retention that can be set: one hundred years. */
    public static final Duration MAX = Duration.ofDays(36_525);

    private static final Duration LEAST_MARGIN = Duration.ofMinutes(1);

    private Retention() {}

    /**
     * A retention a little longer than the caller's retries can last: every attempt takes its whole time-out, every wait its full jitter,
     * and a tenth comes on top, at least a minute. A retry that comes later than that would run the work again.
     *
     * @throws IllegalArgumentException if the retries can last longer than {@link #MAX}
     */
    public static Duration covering(RetryPolicy retries) {
        double waits = 0;
        double wait = seconds(retries.backoff());
        double cap = seconds(retries.cap());
        int left = retries.attempts() - 1;
        while (left > 0 && wait < cap && retries.multiplier() > 1 && wait > 0) {
            waits += wait;
            wait *= retries.multiplier();
            left--;
        }
        waits += left * Math.min(wait, cap);
        double total = retries.attempts() * seconds(retries.timeout()) + waits * (1 + retries.jitter());
        double covered = total + Math.max(total / 10, seconds(LEAST_MARGIN));
        if (covered > seconds(MAX)) {
            throw new IllegalArgumentException(
                    "these retries can last longer than " + MAX.toDays() + " days; give them a cap or fewer attempts");
        }
        return Duration.ofMillis((long) Math.ceil(covered * 1000));
    }

    private static double seconds(Duration duration) {
        return duration.getSeconds() + duration.getNano() / 1e9;
    }
}
