package dev.semel.testkit.session;

/** A difference between the ways in which an operation can run. A form declares those that it has; a trait that no form declares can go. */
public enum Trait {
    /** The effects of the work are undone if its result is not recorded, whatever they are: they are part of the record's transaction. */
    BINDS_EFFECTS,
    /** Only the effects that the work hands in are part of the record's transaction; the claim is a lease. */
    BINDS_WHAT_IS_HANDED_IN,
    /**
     * Another party ends the transaction. A result is stored when that has committed, a failure when that has rolled back, and a commit whose reply is
     * lost is that party's to resolve.
     */
    ENDED_BY_CALLER,
    /** The transaction is part of an outer one, which begins before the claim: an unreachable store is found by the outer one. */
    JOINS_OUTER,
    /** The call needs no thread while it waits, so no interrupt can end it. */
    HAS_NO_THREAD,
    /** A duplicate waits for a lock of the database, which an interrupt does not end: it is put off until the wait ends. */
    WAITS_IN_DATABASE,
    /**
     * A duplicate waits for its turn in the JVM first, and an interrupt ends that as a failure of the store. To be reported as an interrupt, as in all
     * other waits.
     */
    TAKES_INTERRUPT_FOR_FAILURE,
    /**
     * A claim whose connection is lost is not sent again. In a transaction of the caller's it can't be: that is gone. One that Semel begins could be
     * begun again.
     */
    CLAIMS_ONCE,
    /** A commit whose reply is lost is reported as it was thrown, not resolved by looking at the record. To be resolved. */
    LEAVES_COMMITS_OPEN,
    /** A failure is stored after the listener got its event, which reports it as not stored. */
    STORES_FAILURE_LATER,
    /** A result that is too large, and a refused settlement, count as failures of the work. To be told apart. */
    TAKES_REFUSAL_FOR_FAILURE
}
