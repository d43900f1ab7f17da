package dev.semel.engine.store;

import dev.semel.Event;
import dev.semel.StoreException;
import dev.semel.store.Store;
import dev.semel.time.Timekeeper;
import java.lang.System.Logger.Level;
import java.time.Duration;

/** Logs that the store fails: the first failure, and then one line in a while, so that a dead server does not flood the log. */
public final class StoreLog {
    private static final long BETWEEN = Duration.ofSeconds(30).toNanos();

    private final Store store;
    private final Timekeeper time;
    private boolean logged;
    private long loggedAt;
    private long unlogged;

    StoreLog(Store store, Timekeeper time) {
        this.store = store;
        this.time = time;
    }

    /** The message of the exception says why; its stack is for the log of finer things. */
    void failed(String operation, Event.StoreCall call, StoreException failure) {
        long before = toLog();
        if (before >= 0) {
            // Not made before there is something to say: it takes time that a cold start does not have.
            System.Logger log = System.getLogger("dev.semel");
            log.log(
                    Level.WARNING,
                    () -> name() + " failed at " + call + " of " + operation + ": " + failure.getMessage()
                            + (before == 0 ? "" : " (and " + before + " more failures since the last report)"));
            log.log(Level.DEBUG, () -> "the failure of " + name(), failure);
        }
    }

    /** How many failures were passed over since the last line; negative if this one is passed over as well. */
    private synchronized long toLog() {
        long now = time.nanoTime();
        if (logged && now - loggedAt < BETWEEN) {
            unlogged++;
            return -1;
        }
        long before = unlogged;
        logged = true;
        loggedAt = now;
        unlogged = 0;
        return before;
    }

    /** With its address, if the store shows one. */
    private String name() {
        String text = String.valueOf(store);
        String plain = store.getClass().getName() + "@";
        return text.startsWith(plain) ? store.getClass().getSimpleName() : text;
    }
}
