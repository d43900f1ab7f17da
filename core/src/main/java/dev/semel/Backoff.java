package dev.semel;

import java.time.Duration;

/** Pauses that grow: short ones first, since what one waits for mostly comes soon. */
final class Backoff {
    private final long longest;
    private long next;

    Backoff(Duration first, Duration longest) {
        this.next = first.toNanos();
        this.longest = longest.toNanos();
    }

    static Backoff forPolling() {
        return new Backoff(Duration.ofMillis(5), Duration.ofMillis(200));
    }

    /** Hints may get lost, so there is polling beside them, only seldom. */
    static Backoff besideHints() {
        return new Backoff(Duration.ofMillis(50), Duration.ofSeconds(1));
    }

    static Backoff forFailures() {
        return new Backoff(Duration.ofMillis(20), Duration.ofSeconds(1));
    }

    Duration next() {
        long pause = next;
        next = Math.min(longest, next + (next >> 1));
        return Duration.ofNanos(pause);
    }
}
