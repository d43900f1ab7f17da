package dev.semel.jdbc;

import dev.semel.SemelException;
import java.time.Duration;

/** What a {@link Purger} tells of one run on one store. */
public sealed interface PurgeEvent {

    /** What was purged. */
    Purgeable store();

    /**
     * A run has ended, because nothing was left, its time was over, or it was stopped.
     *
     * @param store what was purged
     * @param removed how many rows it has deleted
     * @param took how long it took, pauses included
     * @param overdue how many rows are past their retention and still there, counted up to 100,000
     */
    record Ran(Purgeable store, long removed, Duration took, long overdue) implements PurgeEvent {}

    /**
     * A run has failed. The next one comes as planned.
     *
     * @param store what was purged
     * @param removed how many rows it had deleted before
     * @param failure what the store said
     */
    record Failed(Purgeable store, long removed, SemelException failure) implements PurgeEvent {}

    /**
     * The table has outgrown the size that was set.
     *
     * @param store whose table it is
     * @param limit the size that was set; there are more rows than that
     */
    record TooLarge(Purgeable store, long limit) implements PurgeEvent {}
}
