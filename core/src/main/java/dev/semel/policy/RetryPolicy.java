package dev.semel.policy;

import dev.semel.InvalidSettingsException;
import dev.semel.input.Problems;
import java.time.Duration;

/**
 * How a caller retries, so that {@link Retention#covering} can tell how long its retries may last.
 *
 * @param attempts how often it tries in all, the first one included
 * @param timeout how long it waits for one answer
 * @param backoff how long it waits after the first failure
 * @param multiplier what each further wait is multiplied with; 1 for equal waits
 * @param cap the longest wait
 * @param jitter how much longer than computed a wait may be, as a part of it: 0.5 for up to one and a half times
 */
public record RetryPolicy(
        int attempts, Duration timeout, Duration backoff, double multiplier, Duration cap, double jitter) {

    public RetryPolicy {
        Problems problems = new Problems();
        problems.check(attempts >= 1, "attempts is " + attempts + "; it must be at least 1");
        problems.notNegative("timeout", timeout);
        problems.notNegative("backoff", backoff);
        problems.notNegative("cap", cap);
        problems.check(
                multiplier >= 1 && multiplier < Double.POSITIVE_INFINITY,
                "multiplier is " + multiplier + "; it must be at least 1");
        problems.check(
                jitter >= 0 && jitter < Double.POSITIVE_INFINITY, "jitter is " + jitter + "; it must be 0 or more");
        problems.throwIfAny("a retry policy", InvalidSettingsException::new);
    }

    /** Tries {@code attempts} times with equal waits and no jitter. */
    public static RetryPolicy fixed(int attempts, Duration timeout, Duration wait) {
        return new RetryPolicy(attempts, timeout, wait, 1, wait, 0);
    }

    /** Tries {@code attempts} times, doubling the wait from {@code backoff} up to {@code cap}, with no jitter. */
    public static RetryPolicy exponential(int attempts, Duration timeout, Duration backoff, Duration cap) {
        return new RetryPolicy(attempts, timeout, backoff, 2, cap, 0);
    }

    /** The same with waits that may be longer by a part of themselves. */
    public RetryPolicy withJitter(double part) {
        return new RetryPolicy(attempts, timeout, backoff, multiplier, cap, part);
    }
}
