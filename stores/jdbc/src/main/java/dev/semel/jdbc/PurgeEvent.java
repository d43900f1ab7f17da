package dev.semel.jdbc;

import dev.semel.SemelException;
import java.time.Duration;

/** An event of one run of a {@link Purger} on one store. */
public sealed interface PurgeEvent {

    /** Returns the store that was purged. */
    Purgeable store();

    /**
     * A run has ended: nothing was left, its time had passed, or it was stopped.
     *
     * @param store the store that was purged
     * @param removed the number of deleted rows
     * @param took the duration of the run, including pauses
     * @param overdue the number of rows that are past their retention and still there, counted up to 100,000
     */
    record Ran(Purgeable store, long removed, Duration took, long overdue) implements PurgeEvent {}

    /**
     * A run has failed. The next one runs as scheduled.
     *
     * @param store the store that was purged
     * @param removed the number of rows deleted before the failure
     * @param failure what the store threw
     */
    record Failed(Purgeable store, long removed, SemelException failure) implements PurgeEvent {}

    /**
     * The table has exceeded the size that was set.
     *
     * @param store the store of the table
     * @param limit the size that was set
     */
    record TooLarge(Purgeable store, long limit) implements PurgeEvent {}
}
