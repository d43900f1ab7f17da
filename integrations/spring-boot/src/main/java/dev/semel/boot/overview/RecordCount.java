package dev.semel.boot.overview;

import dev.semel.RecordState;
import dev.semel.store.BrowsableStore;
import dev.semel.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Counts the records of a store by state. A count may read all records, so it is made only on request, one at a time,
 * and reused for at least 100 times the time that it took: counting takes at most a hundredth of the time, however large
 * the table is. Safe for use by many threads.
 */
public final class RecordCount {
    private static final int REST = 100;

    private final Store store;
    private long countedAt;
    private long took;
    private @Nullable Counted last;

    /**
     * A count.
     *
     * @param at when it was made
     * @param took how long it took
     */
    public record Counted(Map<RecordState, Long> byState, Instant at, Duration took) {}

    RecordCount(Store store) {
        this.store = store;
    }

    /** Returns whether the store can count its records. */
    public boolean isPossible() {
        return store instanceof BrowsableStore;
    }

    /** Returns the last count, or empty if there was none or it failed. */
    public synchronized Optional<Counted> last() {
        return Optional.ofNullable(last);
    }

    /**
     * Returns a count, which may be an earlier one.
     *
     * @param goodFor how old it may be; older if counting takes long
     * @throws dev.semel.StoreException if the store fails
     * @throws IllegalStateException if it is not {@linkplain #isPossible() possible}
     */
    public synchronized Counted count(Duration goodFor) {
        long now = System.nanoTime();
        Counted known = last;
        if (known != null && now - countedAt <= Math.max(goodFor.toNanos(), REST * took)) {
            return known;
        }
        last = null;
        if (!(store instanceof BrowsableStore browsable)) {
            throw new IllegalStateException(Overview.describe(store) + " cannot count its records");
        }
        Map<RecordState, Long> counts = browsable.countByState();
        countedAt = System.nanoTime();
        took = countedAt - now;
        Counted counted = new Counted(counts, Instant.now(), Duration.ofNanos(took));
        last = counted;
        return counted;
    }
}
