package dev.semel.model;

/** What happens to a record whose lease is over. */
public enum ModelPolicy {
    /** The next call runs. */
    RUN_AGAIN,
    /** Nothing runs until somebody settles it. */
    HOLD,
    /** A reconciler is asked, who knows which attempts took effect so far. */
    RECONCILE
}
