package dev.semel.simulation;

import dev.semel.Outcome;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A client that calls with one key until it gets a final answer: a value, a stored failure, a mismatch, or that the record is in doubt. */
final class Client {
    private static final Duration TIME_OUT = Duration.ofSeconds(4);

    private final Simulation simulation;
    private final String key;
    private final String request;
    private boolean answered;
    private int calls;

    Client(Simulation simulation, String key, String request) {
        this.simulation = simulation;
        this.key = key;
        this.request = request;
    }

    boolean isAnswered() {
        return answered;
    }

    void call() {
        if (answered) {
            return;
        }
        int call = ++calls;
        Node node = simulation.anyNode();
        CompletableFuture<Outcome<String>> future =
                simulation.guardOf(node).call(key, request, context -> simulation.work(node, request, context));
        future.whenComplete((outcome, thrown) -> {
            if (thrown == null) {
                simulation.answered(outcome, request);
            }
            if (call == calls) {
                answered = thrown == null && !(outcome instanceof Outcome.InProgress);
                later(Duration.ofMillis(300));
            }
        });
        simulation.time().after(TIME_OUT, () -> {
            if (call == calls) {
                call();
            }
        });
    }

    private void later(Duration within) {
        int call = calls;
        simulation.time().after(simulation.moment(within), () -> {
            if (call == calls) {
                call();
            }
        });
    }

    @Override
    public String toString() {
        return key + " after " + calls + " calls";
    }
}
