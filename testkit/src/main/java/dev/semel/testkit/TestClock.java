package dev.semel.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until a test advances it. Safe for use by multiple threads. */
public final class TestClock implements InstantSource {
    private volatile Instant now;

    /** Creates a clock that starts at {@code start}. */
    public TestClock(Instant start) {
        now = start;
    }

    /** Creates a clock that starts at the beginning of 2026, in UTC. */
    public static TestClock create() {
        return new TestClock(Instant.parse("2026-01-01T00:00:00Z"));
    }

    @Override
    public Instant instant() {
        return now;
    }

    /** Moves the clock forward, or back if the duration is negative. */
    public synchronized void advance(Duration by) {
        now = now.plus(by);
    }
}
