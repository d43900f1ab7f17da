package dev.semel.redis.record;

/**
 * The byte layout of records and of the scripts' arguments. Numbers are big-endian. The scripts repeat these offsets, counting from 1. Any
 * change is a new version of the format.
 *
 * <pre>
 * record           version 1, state 1, claimed as 1, nonce 16, epoch 8, attempt 4, fingerprint 32, created 8, lease end 8, expires 8,
 *                  names (size of the rest 4, operation's size 2, scope's size 2, operation, scope, key),
 *                  and only if settled: checksum 4, media type's size 2, media type, result
 * claim            flags 1, lease 8, kept after the lease 8, the record up to its fingerprint as if it were new, names
 * renewal          nonce 16, epoch 8, flags 1, lease 8, kept after the lease 8
 * settlement       nonce 16, epoch 8, state 1, retention 8, checksum 4, media type's size 2, media type, result
 * release          nonce 16, epoch 8, runnable 1, retention 8
 * </pre>
 */
public final class RecordLayout {
    /** The only supported version. */
    public static final int VERSION = 1;

    /** The state of a record whose owner runs the work, or has gone. */
    public static final int IN_PROGRESS = 1;
    /** The state of a record that the next claim may take. */
    public static final int RELEASED = 2;
    /** The state of a record with a value. */
    public static final int COMPLETED = 3;
    /** The state of a record with a failure. */
    public static final int FAILED = 4;

    /** The kind of a claim that found the record absent or released. */
    public static final int AS_NEW = 0;
    /** The kind of a claim that took over an abandoned record. */
    public static final int BY_TAKING_OVER = 1;

    /** Added to the claim's kind: a waiter watches the record, and its settlement or release publishes a notification. */
    public static final int WATCHED = 2;

    /** A flag of claims: take over an abandoned record. */
    public static final int TAKES_OVER = 1;

    /** A flag of claims and renewals: the record does not expire until it is settled. */
    public static final int STAYS = 2;

    /** The offset of the state. */
    public static final int STATE = 1;
    /** The offset of the kind of the last claim. */
    public static final int CLAIMED_AS = 2;
    /** The offset of the owner's nonce. */
    public static final int NONCE = 3;
    /** The offset of the epoch. */
    public static final int EPOCH = 19;
    /** The offset of the number of the attempt. */
    public static final int ATTEMPT = 27;
    /** The offset of the fingerprint. */
    public static final int FINGERPRINT = 31;
    /** The offset of the time of creation. */
    public static final int CREATED = 63;
    /** The offset of the end of the lease. */
    public static final int LEASE_END = 71;
    /** The offset of the time at which the record counts as absent. */
    public static final int EXPIRES = 79;
    /** The offset of the names. */
    public static final int NAMES = 87;
    /** The size of the smallest record. */
    public static final int SMALLEST = NAMES + 8;

    private RecordLayout() {}
}
