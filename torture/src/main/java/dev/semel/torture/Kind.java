package dev.semel.torture;

/** What a line of a journal is about. */
enum Kind {
    /** A client begins an attempt. */
    CALL,
    /** An attempt has ended for its client, in whatever way. */
    ANSWER,
    /** A claim is about to be sent. */
    CLAIM,
    CLAIMED,
    BUSY,
    /** Somebody holds the record's row, so nobody can say what is in it: an answer of the SQL stores under nobody's nonce. */
    HELD_UP,
    SETTLED,
    IN_DOUBT,
    MISMATCH,
    /** A claim has failed, and nobody knows whether it was applied. */
    CLAIM_FAILED,
    RENEWED,
    RENEWAL_REFUSED,
    /** A settlement is about to be sent. */
    SETTLE,
    SETTLE_APPLIED,
    SETTLE_REFUSED,
    /** A release is about to be sent. */
    RELEASE,
    RELEASE_APPLIED,
    RELEASE_REFUSED,
    /** The work took effect: from the ledger. */
    EFFECT,
    /** A reconciler has answered. */
    VERDICT,
    /** An increment is about to be sent. */
    COUNT,
    COUNTED,
    COUNT_REFUSED,
    /** A count as it was read at the end. */
    COUNT_READ,
    /** The rig lost a request or a reply inside a worker. */
    LOST
}
