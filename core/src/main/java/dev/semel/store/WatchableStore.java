package dev.semel.store;

/**
 * What a store may offer beyond {@link Store} so that those who wait for a record need not ask again and again. Only hints: one may come
 * late, twice, for no reason, or never, as when a connection was lost. So whoever gets one claims again to see what there is, and whoever gets
 * none claims again after a while all the same.
 */
public interface WatchableStore extends Store {

    /**
     * Asks to be told when a record is settled or released. Returns at once and never fails: without a connection there are no hints.
     *
     * <p>What came between the caller's last claim and this call is not lost as a rule: there is also one hint as soon as the watch has begun.
     *
     * @param changed run for each hint, on a thread of the store's that others need: it has to return at once, and must not call the store.
     *     What it throws is dropped
     * @return ends the watch when it is closed; a hint that is under way may still come
     */
    Watch watch(RecordId id, Runnable changed);

    /** Somebody is told of what becomes of a record. Safe for use by many threads. */
    interface Watch extends AutoCloseable {

        /** Ends the watch. May be called twice; never fails. */
        @Override
        void close();
    }
}
