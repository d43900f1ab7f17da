package dev.semel.engine.store;

import dev.semel.Event;
import dev.semel.Listener;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Supplier;

/** Tells all listeners, and lets none of them do harm. */
public final class Listeners {
    private final List<Listener> listeners;

    public Listeners(List<Listener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    /** Makes the event only if somebody listens. */
    void tell(Supplier<Event> event) {
        if (!listeners.isEmpty()) {
            tellAll(event.get());
        }
    }

    private void tellAll(Event event) {
        for (Listener listener : listeners) {
            try {
                listener.on(event);
            } catch (Throwable e) {
                // Not made before there is something to say: it takes time that a cold start does not have.
                System.getLogger("dev.semel")
                        .log(
                                Level.WARNING,
                                () -> "the listener " + listener.getClass().getName() + " failed at "
                                        + event.getClass().getSimpleName() + " of " + event.operation()
                                        + "; the operation is not affected",
                                e);
            }
        }
    }
}
