package dev.semel.testkit.history;

import dev.semel.store.OwnerWrite;
import dev.semel.testkit.StoreCall;
import java.util.EnumSet;
import java.util.Set;

/** The kinds of events in a history. */
public enum Kind {
    /** A client begins a call. */
    CALL,
    /** A call has ended for its client, with any outcome. */
    ANSWER,
    /** A claim is about to be sent. */
    CLAIM,
    /** A claim was granted: its caller is the owner. */
    CLAIMED,
    /** A claim was refused: the lease of another owner is live. */
    BUSY,
    /** Another transaction holds the record's row, so its content is unknown: the SQL stores answer this with a nonce of zero. */
    HELD_UP,
    /** A claim was refused: the record has a result to replay. */
    SETTLED,
    /** A claim was refused: the record is abandoned, and the claim may not take over. */
    IN_DOUBT,
    /** A claim was refused: the record belongs to a request with another fingerprint. */
    MISMATCH,
    /** A claim has failed, and whether it was applied is unknown. */
    CLAIM_FAILED,
    /** A renewal is about to be sent. */
    RENEW,
    /** A renewal was applied. */
    RENEWED,
    /** A renewal was refused, since its token is not of the present owner. */
    RENEWAL_REFUSED,
    /** A renewal, a settlement or a release was refused because the server has no memory left. */
    OUT_OF_MEMORY,
    /** A settlement is about to be sent. */
    SETTLE,
    /** A settlement was applied. */
    SETTLE_APPLIED,
    /** A settlement was refused, since its token is not of the present owner. */
    SETTLE_REFUSED,
    /** A release is about to be sent. */
    RELEASE,
    /** A release was applied. */
    RELEASE_APPLIED,
    /** A release was refused, since its token is not of the present owner. */
    RELEASE_REFUSED,
    /** An attempt begins its work, or asks a reconciler. */
    STARTED,
    /** The work has ended, and whether it took effect is unknown. */
    LEFT_OPEN,
    /** The work took effect. The ledger is the source. */
    EFFECT,
    /** The effect is in the ledger. It took place earlier. */
    EFFECT_DONE,
    /** A reconciler has given its verdict. */
    VERDICT,
    /** An increment is about to be sent. */
    COUNT,
    /** An increment was applied, now or in an earlier call under its key. */
    COUNTED,
    /** An increment was refused, such as at its limit. */
    COUNT_REFUSED,
    /** A count was read after the run. */
    COUNT_READ,
    /** A request or a reply was deliberately lost inside a worker. */
    LOST,
    /** A store for counters has thrown an undocumented exception. */
    COUNT_UNEXPECTED,
    /** A step under a key that counts several counters together failed in the store. It may take effect at any later time, or never. */
    COUNT_FAILED,
    /** A take-back under a key is about to be sent. */
    TAKE_BACK,
    /** A take-back was confirmed. */
    TAKEN_BACK,
    /** A client begins a step that does not concern a record. */
    BEGIN,
    /** A client has ended a step that does not concern a record. */
    END,
    /** A worker's pool has run out of connections. */
    DRY,
    /** A worker's pool provides connections again. */
    DRY_NO_MORE;

    /** The events that change a record or count, or may have changed it. */
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

    /** The answers of a store to a claim that show who owns the record. */
    public static final Set<Kind> ANSWERS_A_CLAIM = EnumSet.of(CLAIMED, BUSY, SETTLED, IN_DOUBT, MISMATCH);

    /** The events that show what happened to a record or count. The others are requests, and answers that change nothing. */
    public static final Set<Kind> RESULTS = EnumSet.complementOf(EnumSet.of(
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

    /** Returns the event before a write of an owner is sent. */
    static Kind sent(StoreCall call) {
        return switch (call) {
            case RENEW -> RENEW;
            case SETTLE -> SETTLE;
            case RELEASE -> RELEASE;
            default -> throw new IllegalArgumentException(call + " is not a write of an owner");
        };
    }

    /** Returns the event after the store has answered a write of an owner. */
    static Kind answered(StoreCall call, OwnerWrite answer) {
        boolean applied = answer == OwnerWrite.APPLIED;
        return switch (call) {
            case RENEW -> applied ? RENEWED : RENEWAL_REFUSED;
            case SETTLE -> applied ? SETTLE_APPLIED : SETTLE_REFUSED;
            case RELEASE -> applied ? RELEASE_APPLIED : RELEASE_REFUSED;
            default -> throw new IllegalArgumentException(call + " is not a write of an owner");
        };
    }
}
