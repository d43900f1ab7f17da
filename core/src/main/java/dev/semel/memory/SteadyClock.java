package dev.semel.memory;

import java.time.Instant;
import java.time.InstantSource;

/** Starts at the system's time and goes on by what has really passed, so that nobody who sets the system's clock ends a lease. */
final class SteadyClock implements InstantSource {
    private final Instant start = Instant.now();
    private final long startNanos = System.nanoTime();

    @Override
    public Instant instant() {
        return start.plusNanos(System.nanoTime() - startNanos);
    }
}
