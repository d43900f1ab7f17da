package dev.semel;

/** The state of a record at one instant. */
public enum RecordState {
    /** An owner is running the work and its lease is live. */
    IN_PROGRESS,
    /** Was in progress, and the lease has expired: the owner has gone or is stuck. The next claim may take it over. */
    ABANDONED,
    /**
     * Abandoned, and its policy forbids running again without knowing the outcome. It stays until it is settled by hand
     * or by a reconciler.
     */
    IN_DOUBT,
    /** The owner gave up its lease without a result: the next claim runs immediately. */
    RELEASED,
    /** The operation took effect, and its value is replayed. */
    COMPLETED,
    /** The operation failed, and its failure is replayed. */
    FAILED;

    /** Returns whether there is a result to replay. */
    public boolean isSettled() {
        return this == COMPLETED || this == FAILED;
    }
}
