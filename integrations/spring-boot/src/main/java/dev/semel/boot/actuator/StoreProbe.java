package dev.semel.boot.actuator;

import dev.semel.StoreException;
import dev.semel.store.RecordId;
import dev.semel.store.Store;
import java.util.Optional;

/** Checks whether the store answers, by looking up a record that never exists. */
final class StoreProbe {
    private static final RecordId ABSENT = new RecordId("semel.health", "", "probe");

    private final Store store;

    StoreProbe(Store store) {
        this.store = store;
    }

    /** Returns the failure of the store, or empty if it answers. */
    Optional<StoreException> problem() {
        try {
            var unused = store.find(ABSENT);
            return Optional.empty();
        } catch (StoreException e) {
            return Optional.of(e);
        }
    }

    String kind() {
        return store.getClass().getSimpleName();
    }
}
