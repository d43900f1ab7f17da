package dev.semel.boot;

import dev.semel.jdbc.PurgeEvent;

/** Who wants to know of the purge. */
@FunctionalInterface
interface PurgeListener {
    void on(PurgeEvent event);
}
