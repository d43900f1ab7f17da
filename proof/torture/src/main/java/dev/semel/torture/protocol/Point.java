package dev.semel.torture.protocol;

/** A place in a worker where the driver can have it die or pause. */
public enum Point {
    BEFORE_CLAIM,
    AFTER_CLAIM,
    BEFORE_EFFECT,
    AFTER_EFFECT,
    BEFORE_SETTLEMENT,
    AFTER_SETTLEMENT,
    BEFORE_RENEWAL,
    /** While the renewal is in flight: a moment after it was sent. */
    DURING_RENEWAL,
    AFTER_RENEWAL,
    BEFORE_RELEASE,
    AFTER_RELEASE,
    /** In a transaction that holds the record and the row, at its end. */
    BEFORE_COMMIT,
    AFTER_COMMIT;

    /** Returns whether only transactions that hold a row reach the point. */
    public boolean isOfCommit() {
        return this == BEFORE_COMMIT || this == AFTER_COMMIT;
    }

    /** Returns whether a worker can be paused there. Stopping a process takes longer than a renewal is in flight. */
    public boolean canStand() {
        return this != DURING_RENEWAL;
    }
}
