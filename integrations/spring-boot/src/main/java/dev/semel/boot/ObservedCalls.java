package dev.semel.boot;

import dev.semel.Event;
import dev.semel.Listener;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;

/**
 * Tells the current observation, such as the one of the HTTP request, what became of its call: an event {@code semel.replayed}, and the key value
 * {@code semel.outcome}, which is of high cardinality so that it changes no meter's tags.
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
