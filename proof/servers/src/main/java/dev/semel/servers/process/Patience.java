package dev.semel.servers.process;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Polls for a condition: each question takes a moment, until the time is over. Also works in an interrupted thread, so that it can clean up. */
public final class Patience {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final long end;

    public Patience(long seconds) {
        end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    }

    /** Waits a moment; false when the time is over. */
    public boolean lasts() {
        LockSupport.parkNanos(PAUSE_NANOS);
        return System.nanoTime() < end;
    }
}
