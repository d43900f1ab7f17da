package dev.semel.boot.metrics;

import dev.semel.Event;
import dev.semel.Listener;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;

/**
 * Adds the outcome of a call to the current observation, such as that of the HTTP request, as key values of high cardinality: spans have them,
 * and meters don't. It adds no event, since Micrometer makes a counter of each, such as {@code http.server.requests.semel.replayed}.
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
            current.highCardinalityKeyValue("semel.operation", event.operation());
            current.highCardinalityKeyValue("semel.outcome", outcome);
        }
    }
}
