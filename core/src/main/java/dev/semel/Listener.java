package dev.semel;

/**
 * Is told what happens, right after it has. Called on the thread of the call, so it should be quick. If it throws, that is logged and
 * harms nothing. Safe for use by many threads.
 */
@FunctionalInterface
public interface Listener {

    /** Something has happened. */
    void on(Event event);
}
