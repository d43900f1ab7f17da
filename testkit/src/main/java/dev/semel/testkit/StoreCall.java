package dev.semel.testkit;

/** A method of a store, by which calls are counted and faults are chosen. */
public enum StoreCall {
    /** {@link dev.semel.store.Store#claim}. */
    CLAIM,
    /** {@link dev.semel.store.Store#renew}. */
    RENEW,
    /** {@link dev.semel.store.Store#settle}. */
    SETTLE,
    /** {@link dev.semel.store.Store#release}. */
    RELEASE,
    /** {@link dev.semel.store.Store#find}. */
    FIND,
    /** {@link dev.semel.store.Store#purge}. */
    PURGE
}
