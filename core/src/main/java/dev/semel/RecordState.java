package dev.semel;

/** What can be said of a record at one instant. */
public enum RecordState {
    /** An owner is at work and its lease is live. */
    IN_PROGRESS,
    /** Was in progress, and the lease is over: the owner is gone or stuck. The next claim may take it over. */
    ABANDONED,
    /** Abandoned, and its policy forbids running again without knowing what happened. It stays until somebody settles it. */
    IN_DOUBT,
    /** The owner gave up its lease without a result: the next claim runs at once. */
    RELEASED,
    /** The operation took effect, and its value is replayed. */
    COMPLETED,
    /** The operation failed, and its failure is replayed. */
    FAILED;

    /** Whether there is a result to replay. */
    public boolean isSettled() {
        return this == COMPLETED || this == FAILED;
    }
}
