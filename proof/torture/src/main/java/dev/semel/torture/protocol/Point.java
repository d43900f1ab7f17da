package dev.semel.torture.protocol;

/** A place in a worker where it can be told to die or to stand still. */
public enum Point {
    BEFORE_CLAIM,
    AFTER_CLAIM,
    BEFORE_EFFECT,
    AFTER_EFFECT,
    BEFORE_SETTLEMENT,
    AFTER_SETTLEMENT,
    BEFORE_RENEWAL,
    /** While the renewal is under way: a moment after it was sent. */
    DURING_RENEWAL,
    AFTER_RENEWAL,
    BEFORE_RELEASE,
    AFTER_RELEASE,
    /** In a transaction that holds the record and the row, at its end. */
    BEFORE_COMMIT,
    AFTER_COMMIT;

    /** Whether only transactions that hold a row get there. */
    public boolean isOfCommit() {
        return this == BEFORE_COMMIT || this == AFTER_COMMIT;
    }

    /** Whether a worker can be made to stand there: it takes longer to stop one than a renewal is under way. */
    public boolean canStand() {
        return this != DURING_RENEWAL;
    }
}
