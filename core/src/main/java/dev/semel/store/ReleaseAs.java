package dev.semel.store;

/** What a record becomes when its owner gives up the lease without a result. */
public enum ReleaseAs {
    /** The next claim runs immediately, with the next epoch. */
    RUNNABLE,
    /** As if the owner had died now: still in progress, with an expired lease. The policy of the next claim decides. */
    ABANDONED
}
