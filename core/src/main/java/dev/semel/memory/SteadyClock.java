package dev.semel.memory;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Starts at the system's time and goes on by what has passed for this process, so that nobody who sets the system's clock ends a lease. While
 * a machine is suspended, nothing passes.
 */
final class SteadyClock implements InstantSource {
    private final LongSupplier nanoTime;
    private final Instant start;
    private final long startNanos;

    SteadyClock() {
        this(InstantSource.system(), System::nanoTime);
    }

    /** On other sources of time, for tests. */
    SteadyClock(InstantSource wall, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.start = wall.instant();
        this.startNanos = nanoTime.getAsLong();
    }

    @Override
    public Instant instant() {
        return start.plusNanos(nanoTime.getAsLong() - startNanos);
    }
}
