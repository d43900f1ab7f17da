package dev.semel.model;

/** The policy for a record whose lease has ended. */
public enum ModelPolicy {
    /** The next call runs. */
    RUN_AGAIN,
    /** Nothing runs until the record is settled. */
    HOLD,
    /** A reconciler is asked, who knows which attempts took effect so far. */
    RECONCILE
}
