package dev.semel.session;

import dev.semel.Context;

/**
 * A place in which calls keep their records, such as the transactions of a store. Immutable and safe for use by many
 * threads.
 *
 * @param <C> what the work receives: a connection, or a list of writes
 */
public interface Sessions<C extends Context> {

    /** Creates a session for one call. It does nothing before its first call. */
    Session<C> open(Terms terms);

    /**
     * Returns whether a transaction holds the record instead of a lease. A claim then waits for other owners itself;
     * claim, work and record happen on one thread; and everything that is not recorded is undone. A record that the
     * owner of a lease has abandoned is left to a leased call, unless it may run again.
     */
    boolean holdByTransaction();
}
