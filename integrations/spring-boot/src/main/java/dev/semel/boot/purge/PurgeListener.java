package dev.semel.boot.purge;

import dev.semel.jdbc.PurgeEvent;

/** A listener for the runs of the purge. */
@FunctionalInterface
public interface PurgeListener {

    /** Receives the start of the schedule, before the first run. */
    default void onStart() {}

    /** Receives the result of a run. */
    void on(PurgeEvent event);
}
