package dev.semel.boot.purge;

import dev.semel.jdbc.PurgeEvent;

/** Is notified of the runs of the purge. */
@FunctionalInterface
public interface PurgeListener {

    /** Is called when the purge is scheduled, before its first run. */
    default void onStart() {}

    /** Receives the result of a run. */
    void on(PurgeEvent event);
}
