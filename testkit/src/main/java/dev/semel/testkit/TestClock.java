package dev.semel.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until it is told otherwise. Safe for use by many threads. */
public final class TestClock implements InstantSource {
    private volatile Instant now;

    /** Starts at an instant. */
    public TestClock(Instant start) {
        now = start;
    }

    /** Starts at the beginning of 2026, in UTC. */
    public static TestClock create() {
        return new TestClock(Instant.parse("2026-01-01T00:00:00Z"));
    }

    @Override
    public Instant instant() {
        return now;
    }

    /** Moves on; a negative duration moves back. */
    public synchronized void advance(Duration by) {
        now = now.plus(by);
    }
}
