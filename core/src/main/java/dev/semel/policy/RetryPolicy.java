package dev.semel.policy;

import dev.semel.InvalidSettingsException;
import dev.semel.input.Problems;
import java.time.Duration;

/**
 * How a caller retries, from which {@link Retention#covering} computes how long its retries may last.
 *
 * @param attempts the number of tries, including the first
 * @param timeout how long it waits for one answer
 * @param backoff how long it waits after the first failure
 * @param multiplier the factor between one wait and the next; 1 for equal waits
 * @param cap the longest wait
 * @param jitter the longest extension of a wait, as a fraction of it: 0.5 for up to one and a half times the wait
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

    /** Returns a policy with equal waits and no jitter. */
    public static RetryPolicy fixed(int attempts, Duration timeout, Duration wait) {
        return new RetryPolicy(attempts, timeout, wait, 1, wait, 0);
    }

    /** Returns a policy that doubles the wait from {@code backoff} up to {@code cap}, without jitter. */
    public static RetryPolicy exponential(int attempts, Duration timeout, Duration backoff, Duration cap) {
        return new RetryPolicy(attempts, timeout, backoff, 2, cap, 0);
    }

    /** Returns this policy with waits that may be longer by up to this fraction. */
    public RetryPolicy withJitter(double part) {
        return new RetryPolicy(attempts, timeout, backoff, multiplier, cap, part);
    }
}
