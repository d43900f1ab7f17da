package dev.semel.engine.store;

import dev.semel.Event;
import dev.semel.Listener;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Supplier;

/** Notifies all listeners, and ignores their exceptions except for logging them. */
public final class Listeners {
    private final List<Listener> listeners;

    /** Creates the list of listeners, which are notified in this order. */
    public Listeners(List<Listener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    /** Notifies all listeners. Creates the event only if there are any. */
    void report(Supplier<Event> event) {
        if (!listeners.isEmpty()) {
            tellAll(event.get());
        }
    }

    private void tellAll(Event event) {
        for (Listener listener : listeners) {
            try {
                listener.on(event);
            } catch (Throwable e) {
                // Not created before it is needed, since that slows down a cold start.
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
