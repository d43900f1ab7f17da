package dev.semel.boot.metrics;

import dev.semel.RecordState;
import dev.semel.StoreException;
import dev.semel.boot.overview.RecordCount;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.Locale;

/** The gauge of stored records: {@code semel.records} by {@code state}. */
final class RecordCounts implements MeterBinder {
    private final RecordCount count;
    private final Duration goodFor;

    RecordCounts(RecordCount count, Duration goodFor) {
        this.count = count;
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
    private double count(RecordState state) {
        try {
            return count.count(goodFor).byState().getOrDefault(state, 0L);
        } catch (StoreException e) {
            return Double.NaN;
        }
    }
}
