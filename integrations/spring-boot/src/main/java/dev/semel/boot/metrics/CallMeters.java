package dev.semel.boot.metrics;

import dev.semel.Event;
import dev.semel.Listener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts and times calls:
 *
 * <ul>
 *   <li>{@code semel.calls} by {@code operation} and {@code outcome}: executed, failed, replayed, refused,
 *       mismatch, in-doubt, not-recorded, result-not-kept, unprotected
 *   <li>{@code semel.abandoned} by {@code operation} and {@code then}: taken-over, in-doubt, reconciled
 *   <li>{@code semel.leases.lost} by {@code operation}
 *   <li>{@code semel.store.failures} by {@code operation} and {@code call}: claim, renew, settle, release
 *   <li>{@code semel.claim}, {@code semel.work} and {@code semel.settle}: the durations of these phases, by {@code
 *       operation}
 * </ul>
 *
 * <p>Scopes and keys are never tags.
 */
final class CallMeters implements Listener {
    private final MeterRegistry registry;
    private final ConcurrentHashMap<Meter, Counter> counters = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Meter, Timer> timers = new ConcurrentHashMap<>();

    private record Meter(String name, String operation, String tag, String value) {}

    CallMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void on(Event event) {
        if (event instanceof Event.Executed executed) {
            executed(executed);
        } else if (event instanceof Event.StoreFailed failed) {
            count("semel.store.failures", failed, "call", failed.call().name().toLowerCase(Locale.ROOT));
        } else if (event instanceof Event.LeaseLost) {
            count("semel.leases.lost", event, "", "");
        } else if (event instanceof Event.TookOver) {
            count("semel.abandoned", event, "then", "taken-over");
        } else if (event instanceof Event.Reconciled) {
            count("semel.abandoned", event, "then", "reconciled");
        } else {
            called(event, outcome(event));
        }
    }

    private void executed(Event.Executed executed) {
        called(executed, "executed");
        time("semel.claim", executed, executed.claim());
        time("semel.work", executed, executed.work());
        time("semel.settle", executed, executed.settle());
    }

    private void called(Event event, String outcome) {
        count("semel.calls", event, "outcome", outcome);
        if (event instanceof Event.InDoubt) {
            count("semel.abandoned", event, "then", "in-doubt");
        }
    }

    /** Returns the outcome of a call, or {@code other} for an event that does not end a call. */
    static String outcome(Event event) {
        if (event instanceof Event.Executed) {
            return "executed";
        } else if (event instanceof Event.Failed) {
            return "failed";
        } else if (event instanceof Event.Replayed) {
            return "replayed";
        } else if (event instanceof Event.Refused) {
            return "refused";
        } else if (event instanceof Event.Mismatched) {
            return "mismatch";
        } else if (event instanceof Event.InDoubt) {
            return "in-doubt";
        } else if (event instanceof Event.NotRecorded) {
            return "not-recorded";
        } else if (event instanceof Event.ResultNotKept) {
            return "result-not-kept";
        } else if (event instanceof Event.RanUnprotected) {
            return "unprotected";
        }
        return "other";
    }

    private void count(String name, Event event, String tag, String value) {
        counters.computeIfAbsent(new Meter(name, event.operation(), tag, value), this::counter)
                .increment();
    }

    private Counter counter(Meter meter) {
        Counter.Builder counter = Counter.builder(meter.name()).tag("operation", meter.operation());
        return (meter.tag().isEmpty() ? counter : counter.tag(meter.tag(), meter.value())).register(registry);
    }

    private void time(String name, Event event, Duration took) {
        timers.computeIfAbsent(
                        new Meter(name, event.operation(), "", ""),
                        meter -> Timer.builder(meter.name())
                                .tag("operation", meter.operation())
                                .register(registry))
                .record(took);
    }
}
