package dev.semel.policy;

import java.time.Duration;
import java.util.Objects;

/** Helps to choose how long a result is replayed. */
public final class Retention {
    /** The longest retention that can be set: one hundred years. */
    public static final Duration MAX = Duration.ofDays(36_525);

    private static final Duration LEAST_MARGIN = Duration.ofMinutes(1);

    private Retention() {}

    /**
     * Returns a retention slightly longer than the caller's retries can last: every attempt takes its whole time-out
     * and every wait its full jitter. A tenth is added, but at least a minute. A retry after that time would run the
     * work again.
     *
     * @throws IllegalArgumentException if the retries can last longer than {@link #MAX}
     */
    public static Duration covering(RetryPolicy retries) {
        Objects.requireNonNull(retries, "retries");
        double total = retries.attempts() * seconds(retries.timeout()) + waits(retries) * (1 + retries.jitter());
        double covered = total + Math.max(total / 10, seconds(LEAST_MARGIN));
        if (covered > seconds(MAX)) {
            throw new IllegalArgumentException(
                    "these retries can last longer than " + MAX.toDays() + " days; give them a cap or fewer attempts");
        }
        return Duration.ofMillis((long) Math.ceil(covered * 1000));
    }

    /** Returns the sum of all waits without jitter: those that grow as a geometric series, and those at the cap. */
    private static double waits(RetryPolicy retries) {
        double first = seconds(retries.backoff());
        double cap = seconds(retries.cap());
        double growth = retries.multiplier() - 1;
        int all = retries.attempts() - 1;
        if (first >= cap || first == 0 || growth == 0) {
            return all * Math.min(first, cap);
        }
        double growing = Math.min(all, Math.ceil(Math.log(cap / first) / Math.log1p(growth)));
        return first * Math.expm1(growing * Math.log1p(growth)) / growth + (all - growing) * cap;
    }

    private static double seconds(Duration duration) {
        return duration.getSeconds() + duration.getNano() / 1e9;
    }
}
