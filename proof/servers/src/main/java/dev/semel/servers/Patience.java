package dev.semel.servers;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Polls for a condition: each question takes a moment, until the time is over. Also works in an interrupted thread, so that it can clean up. */
final class Patience {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final long end;

    Patience(long seconds) {
        end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    }

    /** Waits a moment; false when the time is over. */
    boolean lasts() {
        LockSupport.parkNanos(PAUSE_NANOS);
        return System.nanoTime() < end;
    }
}
