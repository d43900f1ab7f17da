package dev.semel.store;

/** The outcome of a write that only the owner of a record may do. */
public enum OwnerWrite {
    /** The token was the record's, and the write is in the store, from this call or from an earlier one that was repeated. */
    APPLIED,
    /** The token is no longer the record's: another owner has claimed it, or it is gone. Nothing has changed. */
    LEASE_LOST
}
