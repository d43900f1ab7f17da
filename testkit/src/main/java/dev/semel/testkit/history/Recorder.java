package dev.semel.testkit.history;

import org.jspecify.annotations.Nullable;

/** Records events. Safe for use by multiple threads. */
public interface Recorder {

    /**
     * Records an event that has just happened or is about to happen.
     *
     * @param kind what happens
     * @param id the record or count that it happens to
     * @param namesAndValues further names and values in turn; a value that is {@code null} is left out with its name
     */
    void write(Kind kind, String id, @Nullable Object... namesAndValues);

    /** Returns the present time in nanoseconds, by the clock of the events. */
    long now();
}
