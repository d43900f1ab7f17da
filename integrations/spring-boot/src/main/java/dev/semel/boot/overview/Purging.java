package dev.semel.boot.overview;

import java.util.Map;

/** The state of the scheduled purge. */
@FunctionalInterface
public interface Purging {

    /** Returns the schedule and the last run, in the order in which they are shown. */
    Map<String, Object> describe();
}
