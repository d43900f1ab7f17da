package dev.semel;

import dev.semel.store.RecordId;
import dev.semel.store.WatchableStore;
import dev.semel.store.WatchableStore.Watch;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What a store says of a record while somebody polls for it. One thread at a time uses it; hints come from any. */
final class Hints {
    private final Engine engine;
    private final @Nullable Watch watch;
    private volatile CompletableFuture<@Nullable Object> next = new CompletableFuture<>();

    private Hints(Engine engine, WatchableStore store, RecordId id) {
        this.engine = engine;
        this.watch = watch(store, id);
    }

    /** Begins to listen; {@code null} if the store gives no hints. */
    static @Nullable Hints of(Engine engine, RecordId id) {
        return engine.store() instanceof WatchableStore store ? new Hints(engine, store, id) : null;
    }

    private @Nullable Watch watch(WatchableStore store, RecordId id) {
        try {
            return store.watch(id, this::hinted);
        } catch (RuntimeException e) {
            return null; // a store may not fail here, but if it does, polling goes on
        }
    }

    /** To be called before the store is asked: what is hinted at from now on may not be in its answer. */
    void listen() {
        if (next.isDone()) {
            next = new CompletableFuture<>();
        }
    }

    /** Complete as soon as there has been a hint since {@link #listen()}. */
    CompletableFuture<?> next() {
        return next;
    }

    /** In the background: whoever waits goes on in the thread that completes the future, and this one is the store's. */
    private void hinted() {
        CompletableFuture<@Nullable Object> waitedFor = next;
        engine.time().inBackground(() -> waitedFor.complete(null));
    }

    void close() {
        try {
            if (watch != null) {
                watch.close();
            }
        } catch (RuntimeException e) {
            return; // nothing depends on a watch, nor on its end
        }
    }
}
