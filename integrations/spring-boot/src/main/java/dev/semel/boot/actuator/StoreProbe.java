package dev.semel.boot.actuator;

import dev.semel.SemelException;
import dev.semel.boot.overview.Overview;
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

    /** Returns what is wrong with the store, in words; empty if it answers. */
    Optional<String> problem() {
        try {
            var unused = store.find(ABSENT);
            return Optional.empty();
        } catch (SemelException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            return Optional.of("the store failed unexpectedly with " + e);
        }
    }

    String store() {
        return Overview.describe(store);
    }
}
