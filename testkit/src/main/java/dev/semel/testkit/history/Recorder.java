package dev.semel.testkit.history;

import org.jspecify.annotations.Nullable;

/** Where events are written to. Any number of threads may use it. */
public interface Recorder {

    /**
     * Writes down what has just happened, or is about to.
     *
     * @param kind what it is
     * @param id of which record or count
     * @param namesAndValues all there is to say, names and values in turn; a value that is {@code null} is left out with its name
     */
    void write(Kind kind, String id, @Nullable Object... namesAndValues);

    /** Now, in nanoseconds, by the clock that events are timed by. */
    long now();
}
