package dev.semel.memory;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * A clock that starts at the system's time and continues with the elapsed time of this process, so that setting the
 * system's clock ends no lease. It stands still while the machine is suspended.
 */
final class SteadyClock implements InstantSource {
    private final LongSupplier nanoTime;
    private final Instant start;
    private final long startNanos;

    SteadyClock() {
        this(InstantSource.system(), System::nanoTime);
    }

    /** Creates a clock on other time sources, for tests. */
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
