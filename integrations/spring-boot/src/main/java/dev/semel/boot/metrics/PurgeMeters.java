package dev.semel.boot.metrics;

import dev.semel.boot.purge.PurgeListener;
import dev.semel.jdbc.PurgeEvent;
import dev.semel.jdbc.Purgeable;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts and times the purge: {@code semel.purge} (the durations of runs), {@code semel.purge.removed}, {@code
 * semel.purge.failures}, and {@code semel.purge.overdue}, the number of expired records that are still stored.
 */
final class PurgeMeters implements PurgeListener {
    private final MeterRegistry registry;
    private final Map<Purgeable, Long> overdue = new ConcurrentHashMap<>();

    PurgeMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Registers the meters: with a purge, so that a failure is an increase, and not without one. */
    @Override
    public void onStart() {
        var unused = List.of(runs(), removed(), failures());
        registry.gauge("semel.purge.overdue", overdue, PurgeMeters::sum);
    }

    private Timer runs() {
        return registry.timer("semel.purge");
    }

    private Counter removed() {
        return registry.counter("semel.purge.removed");
    }

    private Counter failures() {
        return registry.counter("semel.purge.failures");
    }

    @Override
    public void on(PurgeEvent event) {
        if (event instanceof PurgeEvent.Ran ran) {
            runs().record(ran.took());
            removed().increment((double) ran.removed());
            overdue.put(ran.store(), ran.overdue());
        } else if (event instanceof PurgeEvent.Failed failed) {
            removed().increment((double) failed.removed());
            failures().increment();
        }
    }

    private static double sum(Map<Purgeable, Long> overdue) {
        return overdue.values().stream().mapToLong(Long::longValue).sum();
    }
}
