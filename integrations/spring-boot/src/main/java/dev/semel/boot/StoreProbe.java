package dev.semel.boot;

import dev.semel.store.RecordId;
import dev.semel.store.Store;
import dev.semel.store.StoreException;
import java.util.Optional;

/** Finds out whether the store answers, by looking for a record that is never there. */
final class StoreProbe {
    private static final RecordId NEVER_THERE = new RecordId("semel.health", "", "probe");

    private final Store store;

    StoreProbe(Store store) {
        this.store = store;
    }

    /** What is wrong with the store; empty if it answers. */
    Optional<StoreException> problem() {
        try {
            var unused = store.find(NEVER_THERE);
            return Optional.empty();
        } catch (StoreException e) {
            return Optional.of(e);
        }
    }

    String kind() {
        return store.getClass().getSimpleName();
    }
}
