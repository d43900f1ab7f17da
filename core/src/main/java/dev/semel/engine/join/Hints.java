package dev.semel.engine.join;

import dev.semel.store.RecordId;
import dev.semel.store.Store;
import dev.semel.store.WatchableStore;
import dev.semel.store.WatchableStore.Watch;
import dev.semel.time.Timekeeper;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The hints of a store about a record that a call polls for. One thread at a time uses this; hints come from any thread. */
public final class Hints {
    private final Timekeeper time;
    private final @Nullable Watch watch;
    private volatile CompletableFuture<@Nullable Object> next = new CompletableFuture<>();

    private Hints(WatchableStore store, Timekeeper time, RecordId id) {
        this.time = time;
        this.watch = watch(store, id);
    }

    /** Starts listening. Returns {@code null} if the store gives no hints. */
    public static @Nullable Hints of(Store store, Timekeeper time, RecordId id) {
        return store instanceof WatchableStore watchable ? new Hints(watchable, time, id) : null;
    }

    private @Nullable Watch watch(WatchableStore store, RecordId id) {
        try {
            return store.watch(id, this::hinted);
        } catch (RuntimeException e) {
            return null; // a store must not fail here; if it does, polling continues
        }
    }

    /** Prepares for the next hint. Must be called before the store is asked, since its answer may not include later changes. */
    public void listen() {
        if (next.isDone()) {
            next = new CompletableFuture<>();
        }
    }

    /** Returns a future that completes as soon as there has been a hint since {@link #listen()}. */
    public CompletableFuture<?> next() {
        return next;
    }

    /** Completes in the background: waiters continue on the thread that completes the future, and this one belongs to the store. */
    private void hinted() {
        CompletableFuture<@Nullable Object> waitedFor = next;
        time.inBackground(() -> waitedFor.complete(null));
    }

    /** Ends the watch, if there is one. */
    public void close() {
        try {
            if (watch != null) {
                watch.close();
            }
        } catch (RuntimeException e) {
            return; // polling does not depend on a watch or its end
        }
    }
}
