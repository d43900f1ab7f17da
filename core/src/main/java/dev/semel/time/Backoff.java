package dev.semel.time;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * The pauses between tries of one call. They start short, since most awaited events happen soon, and each is longer
 * than the last by half. Not thread-safe: there is one for each call.
 */
public final class Backoff {
    private static final long SHORTEST = 100_000;

    private final long longest;
    private long next;

    /**
     * Creates a sequence of pauses.
     *
     * @param first the first pause
     * @param longest the pause at which they stop growing
     */
    public Backoff(Duration first, Duration longest) {
        this.next = first.toNanos();
        this.longest = longest.toNanos();
    }

    /** Returns the pauses of a caller that polls: from 5 ms to 200 ms. */
    public static Backoff forPolling() {
        return new Backoff(Duration.ofMillis(5), Duration.ofMillis(200));
    }

    /** Returns the pauses of a caller that is also notified by a hint, which may get lost: from 50 ms to 1 s. */
    public static Backoff besideHints() {
        return new Backoff(Duration.ofMillis(50), Duration.ofSeconds(1));
    }

    /** Returns the pauses after failures of a store: from 20 ms to 1 s. */
    public static Backoff forFailures() {
        return new Backoff(Duration.ofMillis(20), Duration.ofSeconds(1));
    }

    /** Returns the pauses of a call that collided with another one, as in a deadlock: from 4 ms to 128 ms. For {@link #pause()}. */
    public static Backoff forCollisions() {
        return new Backoff(Duration.ofMillis(4), Duration.ofMillis(128));
    }

    /** Returns the next pause. */
    public Duration next() {
        long pause = next;
        next = Math.min(longest, next + (next >> 1));
        return Duration.ofNanos(pause);
    }

    /** Blocks the thread for a random part of the next pause, so that two calls that collided do not do so again. Ends early on an interrupt. */
    public void pause() {
        long most = next().toNanos();
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(Math.min(SHORTEST, most), most + 1));
    }
}
