package dev.semel.boot.purge;

import dev.semel.jdbc.PurgeEvent;

/** Is notified of the runs of the purge. */
@FunctionalInterface
public interface PurgeListener {

    /** Receives the result of a run. */
    void on(PurgeEvent event);
}
