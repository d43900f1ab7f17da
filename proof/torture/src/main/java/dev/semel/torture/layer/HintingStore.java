package dev.semel.torture.layer;

import dev.semel.store.RecordId;
import dev.semel.store.Store;
import dev.semel.store.WatchableStore;
import dev.semel.testkit.DelegatingStore;

/** Hands calls on to one store and the wish for hints to another, since those around a store can't give hints. */
public final class HintingStore extends DelegatingStore implements WatchableStore {
    private final WatchableStore hinting;

    private HintingStore(Store target, WatchableStore hinting) {
        super(target);
        this.hinting = hinting;
    }

    /** Returns {@code around} with the hints of the store inside it, if that store gives any. */
    public static Store of(Store around, Store inside) {
        return inside instanceof WatchableStore watchable ? new HintingStore(around, watchable) : around;
    }

    @Override
    public Watch watch(RecordId id, Runnable changed) {
        return hinting.watch(id, changed);
    }
}
