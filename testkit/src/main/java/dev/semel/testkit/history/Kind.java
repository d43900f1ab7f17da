package dev.semel.testkit.history;

import dev.semel.store.OwnerWrite;
import dev.semel.testkit.StoreCall;
import java.util.EnumSet;
import java.util.Set;

/** What a line of a journal is about. */
public enum Kind {
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
    /** A renewal is about to be sent. */
    RENEW,
    RENEWED,
    RENEWAL_REFUSED,
    /** A renewal, a settlement or a release was refused since the server has no memory left. */
    OUT_OF_MEMORY,
    /** A settlement is about to be sent. */
    SETTLE,
    SETTLE_APPLIED,
    SETTLE_REFUSED,
    /** A release is about to be sent. */
    RELEASE,
    RELEASE_APPLIED,
    RELEASE_REFUSED,
    /** An attempt goes on to its work, or asks a reconciler. */
    STARTED,
    /** The work has ended, and nobody knows whether it took effect. */
    LEFT_OPEN,
    /** The work took effect: from the ledger. */
    EFFECT,
    /** The effect was in the ledger by then; its own time is from before that. */
    EFFECT_DONE,
    /** A reconciler has answered. */
    VERDICT,
    /** An increment is about to be sent. */
    COUNT,
    COUNTED,
    COUNT_REFUSED,
    /** A count as it was read at the end. */
    COUNT_READ,
    /** The rig lost a request or a reply inside a worker. */
    LOST,
    /** A counter's store has thrown what nobody should hear of. */
    COUNT_UNEXPECTED,
    /** A step under a key, of counters that are counted together, failed in the store: it may take effect at any time from then on, or never. */
    COUNT_FAILED,
    /** What was counted under a key is about to be taken back. */
    TAKE_BACK,
    TAKEN_BACK,
    /** A client begins with something that is no attempt at a record. */
    BEGIN,
    END,
    /** A worker's pool gives no connection any more. */
    DRY,
    /** It does so again. */
    DRY_NO_MORE;

    /** What changes a record or count, or may have changed it. */
    public static final Set<Kind> WRITES = EnumSet.of(
            CLAIM,
            CLAIMED,
            CLAIM_FAILED,
            RENEW,
            RENEWED,
            SETTLE,
            SETTLE_APPLIED,
            RELEASE,
            RELEASE_APPLIED,
            COUNT,
            COUNTED);

    /** What the store says of a record to one who claims it. */
    static final Set<Kind> ANSWERS_A_CLAIM = EnumSet.of(CLAIMED, BUSY, SETTLED, IN_DOUBT, MISMATCH);

    /** What tells how it went with a record or count; the others are questions, and answers that change nothing. */
    public static final Set<Kind> TOLD = EnumSet.complementOf(EnumSet.of(
            CALL,
            CLAIM,
            STARTED,
            EFFECT_DONE,
            BUSY,
            HELD_UP,
            SETTLED,
            IN_DOUBT,
            MISMATCH,
            RENEW,
            RENEWED,
            RENEWAL_REFUSED,
            LOST,
            BEGIN,
            END,
            DRY,
            DRY_NO_MORE));

    /** A write of an owner that is about to be sent. */
    static Kind sent(StoreCall call) {
        return switch (call) {
            case RENEW -> RENEW;
            case SETTLE -> SETTLE;
            case RELEASE -> RELEASE;
            default -> throw new IllegalArgumentException(call + " is no write of an owner");
        };
    }

    /** What the store answered to a write of an owner. */
    static Kind answered(StoreCall call, OwnerWrite answer) {
        boolean applied = answer == OwnerWrite.APPLIED;
        return switch (call) {
            case RENEW -> applied ? RENEWED : RENEWAL_REFUSED;
            case SETTLE -> applied ? SETTLE_APPLIED : SETTLE_REFUSED;
            case RELEASE -> applied ? RELEASE_APPLIED : RELEASE_REFUSED;
            default -> throw new IllegalArgumentException(call + " is no write of an owner");
        };
    }
}
