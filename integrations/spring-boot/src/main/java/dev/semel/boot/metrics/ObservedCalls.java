package dev.semel.boot.metrics;

import dev.semel.Event;
import dev.semel.Listener;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;

/**
 * Adds the outcome of a call to the current observation, such as that of the HTTP request: an event such as {@code
 * semel.replayed}, and the key value {@code semel.outcome}, which has high cardinality so that it does not change the
 * tags of meters.
 */
final class ObservedCalls implements Listener {
    private final ObservationRegistry registry;

    ObservedCalls(ObservationRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void on(Event event) {
        Observation current = registry.getCurrentObservation();
        String outcome = CallMeters.outcome(event);
        if (current != null && !outcome.equals("other")) {
            current.event(Observation.Event.of("semel." + outcome, "semel " + event.operation() + " " + outcome));
            current.highCardinalityKeyValue("semel.operation", event.operation());
            current.highCardinalityKeyValue("semel.outcome", outcome);
        }
    }
}
