package dev.semel.boot;

import dev.semel.jdbc.PurgeEvent;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.atomic.AtomicLong;

/**
 * {@code semel.purge} (how long runs took), {@code semel.purge.removed}, {@code semel.purge.failures}, and {@code semel.purge.overdue}, what is past
 * its retention and still there.
 */
final class PurgeMeters implements PurgeListener {
    private final Timer runs;
    private final Counter removed;
    private final Counter failures;
    private final AtomicLong overdue;

    PurgeMeters(MeterRegistry registry) {
        this.runs = registry.timer("semel.purge");
        this.removed = registry.counter("semel.purge.removed");
        this.failures = registry.counter("semel.purge.failures");
        this.overdue = registry.gauge("semel.purge.overdue", new AtomicLong());
    }

    @Override
    public void on(PurgeEvent event) {
        if (event instanceof PurgeEvent.Ran ran) {
            runs.record(ran.took());
            removed.increment((double) ran.removed());
            overdue.set(ran.overdue());
        } else if (event instanceof PurgeEvent.Failed failed) {
            removed.increment((double) failed.removed());
            failures.increment();
        }
    }
}
