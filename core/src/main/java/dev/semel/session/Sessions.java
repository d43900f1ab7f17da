package dev.semel.session;

import dev.semel.Context;

/**
 * A place in which calls keep their records, such as the transactions of a store. Immutable and safe for use by many threads.
 *
 * @param <C> what the work gets: a connection, or a list of writes
 */
public interface Sessions<C extends Context> {

    /** Makes a session for one call. It touches nothing before it is asked to. */
    Session<C> open(Terms terms);

    /**
     * Returns whether a transaction holds the record, and no lease. Then a claim waits for other owners itself, claim, work and record are on one
     * thread, all that is not recorded is undone, and a record that an owner of a lease has abandoned is left to a leased call unless it may run again.
     */
    boolean holdByTransaction();
}
