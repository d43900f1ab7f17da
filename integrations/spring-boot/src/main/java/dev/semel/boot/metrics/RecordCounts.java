package dev.semel.boot.metrics;

import dev.semel.RecordState;
import dev.semel.StoreException;
import dev.semel.store.BrowsableStore;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts the records: {@code semel.records} by {@code state}. Counting may read many records, so a count is reused for
 * a while.
 */
final class RecordCounts implements MeterBinder {
    private final BrowsableStore store;
    private final Duration goodFor;
    private long countedAt;
    private @Nullable Map<RecordState, Long> counts;

    RecordCounts(BrowsableStore store, Duration goodFor) {
        this.store = store;
        this.goodFor = goodFor;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (RecordState state : RecordState.values()) {
            Gauge.builder("semel.records", () -> count(state))
                    .tag("state", state.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                    .strongReference(true)
                    .register(registry);
        }
    }

    /** Returns the count of a state, or NaN while the store is unreachable. */
    private synchronized double count(RecordState state) {
        long now = System.nanoTime();
        if (counts == null || now - countedAt > goodFor.toNanos()) {
            countedAt = now;
            counts = counted();
        }
        return counts == null ? Double.NaN : counts.getOrDefault(state, 0L);
    }

    private @Nullable Map<RecordState, Long> counted() {
        try {
            return store.countByState();
        } catch (StoreException e) {
            return null;
        }
    }
}
