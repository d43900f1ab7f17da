package dev.semel.engine.store;

import dev.semel.Event;
import dev.semel.StoreException;
import dev.semel.store.Store;
import dev.semel.time.Timekeeper;
import java.lang.System.Logger.Level;
import java.time.Duration;

/** Logs failures of the store: the first one, and then at most one every 30 seconds, so that a dead server does not flood the log. */
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

    /** Logs a failure with its message. The stack trace is logged at the debug level. */
    void failed(String operation, Event.StoreCall call, StoreException failure) {
        long before = toLog();
        if (before >= 0) {
            // Not created before it is needed, since that slows down a cold start.
            System.Logger log = System.getLogger("dev.semel");
            log.log(
                    Level.WARNING,
                    () -> name() + " failed at " + call + " of " + operation + ": " + failure.getMessage()
                            + (before == 0 ? "" : " (and " + before + " more failures since the last report)"));
            log.log(Level.DEBUG, () -> "the failure of " + name(), failure);
        }
    }

    /** Returns how many failures were skipped since the last line; negative if this one is skipped as well. */
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

    /** Returns the store's text, which may have its address, or its class if it has no text. */
    private String name() {
        String text = String.valueOf(store);
        String plain = store.getClass().getName() + "@";
        return text.startsWith(plain) ? store.getClass().getSimpleName() : text;
    }
}
