package dev.semel;

/**
 * Receives events, immediately after they have happened. Called on the thread of the call, so it should be quick.
 * Exceptions it throws are logged and otherwise ignored. Safe for use by many threads.
 */
@FunctionalInterface
public interface Listener {

    /** Receives an event. */
    void on(Event event);
}
