package dev.semel.testkit.session;

/** A difference between the ways in which an operation can run. A form declares the traits that it has; a trait without a form is removed. */
public enum Trait {
    /** All effects of the work are part of the record's transaction, and are undone if its result is not recorded. */
    BINDS_EFFECTS,
    /** Only the effects that the work adds to the record's transaction are part of it. The claim is a lease. */
    BINDS_WHAT_IS_HANDED_IN,
    /**
     * The caller begins and ends the transaction. A result is stored when the caller has committed, and a failure when it has rolled back. The
     * caller resolves a commit whose reply is lost. A claim whose connection is lost can't be sent again, since the transaction is gone.
     */
    ENDED_BY_CALLER,
    /** The transaction is part of an outer one, which begins before the claim, and so is the first to fail if the store is unreachable. */
    JOINS_OUTER,
    /** The call needs no thread while it waits, so no interrupt can end it. */
    HAS_NO_THREAD,
    /** A duplicate waits for a lock of the database. An interrupt does not end that wait, and takes effect afterwards. */
    WAITS_IN_DATABASE,
    /**
     * A commit that failed and did not take place is reported as the framework throws it, since applications catch its exceptions for
     * conflicts, constraints and rollbacks.
     */
    REPORTS_COMMITS_AS_THROWN,
    /** A failure is stored after the listener has received its event, which reports the failure as not stored. */
    STORES_FAILURE_LATER
}
