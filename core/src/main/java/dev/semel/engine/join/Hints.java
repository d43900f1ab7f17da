package dev.semel.engine.join;

import dev.semel.store.RecordId;
import dev.semel.store.Store;
import dev.semel.store.WatchableStore;
import dev.semel.store.WatchableStore.Watch;
import dev.semel.time.Timekeeper;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What a store says of a record while somebody polls for it. One thread at a time uses it; hints come from any. */
public final class Hints {
    private final Timekeeper time;
    private final @Nullable Watch watch;
    private volatile CompletableFuture<@Nullable Object> next = new CompletableFuture<>();

    private Hints(WatchableStore store, Timekeeper time, RecordId id) {
        this.time = time;
        this.watch = watch(store, id);
    }

    /** Begins to listen; {@code null} if the store gives no hints. */
    public static @Nullable Hints of(Store store, Timekeeper time, RecordId id) {
        return store instanceof WatchableStore watchable ? new Hints(watchable, time, id) : null;
    }

    private @Nullable Watch watch(WatchableStore store, RecordId id) {
        try {
            return store.watch(id, this::hinted);
        } catch (RuntimeException e) {
            return null; // a store may not fail here, but if it does, polling goes on
        }
    }

    /** To be called before the store is asked: what is hinted at from now on may not be in its answer. */
    public void listen() {
        if (next.isDone()) {
            next = new CompletableFuture<>();
        }
    }

    /** Complete as soon as there has been a hint since {@link #listen()}. */
    public CompletableFuture<?> next() {
        return next;
    }

    /** In the background: whoever waits goes on in the thread that completes the future, and this one is the store's. */
    private void hinted() {
        CompletableFuture<@Nullable Object> waitedFor = next;
        time.inBackground(() -> waitedFor.complete(null));
    }

    public void close() {
        try {
            if (watch != null) {
                watch.close();
            }
        } catch (RuntimeException e) {
            return; // nothing depends on a watch, nor on its end
        }
    }
}
