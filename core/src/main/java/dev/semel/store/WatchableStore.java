package dev.semel.store;

/**
 * An optional extension of {@link Store} that gives hints, so that waiters need not poll at short intervals. A hint may
 * come late, twice, for no reason, or never, such as when a connection was lost. A waiter that gets a hint therefore
 * claims again to see the record, and a waiter that gets none claims again after a while anyway.
 */
public interface WatchableStore extends Store {

    /**
     * Requests a hint when a record is settled or released. Returns immediately and never fails: without a connection
     * there are no hints.
     *
     * <p>Changes between the caller's last claim and this call are usually not missed: there is also one hint as soon
     * as the watch has begun.
     *
     * @param changed run for each hint, on a shared thread of the store: it must return immediately and must not call
     *     the store. Exceptions it throws are dropped
     * @return a handle that ends the watch when it is closed; a hint that is in flight may still arrive
     */
    Watch watch(RecordId id, Runnable changed);

    /** A request for hints on one record. Safe for use by many threads. */
    interface Watch extends AutoCloseable {

        /** Ends the watch. May be called more than once; never fails. */
        @Override
        void close();
    }
}
