package dev.semel.servers.process;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Limits polling for a condition: each try is followed by a pause, until a time limit. Works in an interrupted thread as well, so that it can clean up. */
public final class Patience {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final long end;

    public Patience(long seconds) {
        end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    }

    /** Pauses, and returns whether there is time left. */
    public boolean lasts() {
        LockSupport.parkNanos(PAUSE_NANOS);
        return System.nanoTime() < end;
    }
}
