package dev.semel.store;

/** What a record becomes when its owner gives up the lease without a result. */
public enum ReleaseAs {
    /** The next claim runs at once, with the next epoch. */
    RUNNABLE,
    /** As if the owner had died now: still in progress, with a lease that is over. The policy of the next claim decides. */
    ABANDONED
}
