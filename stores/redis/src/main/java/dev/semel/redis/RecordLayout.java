package dev.semel.redis;

/**
 * Where things are in a record's bytes and in what the scripts are asked with. Numbers are big-endian. The scripts count from 1, and know the
 * same places by heart: a change here is a new version of the format.
 *
 * <pre>
 * record           version 1, state 1, claimed as 1, nonce 16, epoch 8, attempt 4, fingerprint 32, created 8, lease end 8, expires 8,
 *                  names (size of the rest 4, operation's size 2, scope's size 2, operation, scope, key),
 *                  and only if it is settled: checksum 4, media type's size 2, media type, result
 * claim            flags 1, lease 8, kept after the lease 8, the record up to its fingerprint as if it were new, names
 * renewal          nonce 16, epoch 8, flags 1, lease 8, kept after the lease 8
 * settlement       nonce 16, epoch 8, state 1, retention 8, checksum 4, media type's size 2, media type, result
 * release          nonce 16, epoch 8, runnable 1, retention 8
 * </pre>
 */
final class RecordLayout {
    /** The only version that is written and read. */
    static final int VERSION = 1;

    static final int IN_PROGRESS = 1;
    static final int RELEASED = 2;
    static final int COMPLETED = 3;
    static final int FAILED = 4;

    static final int AS_NEW = 0;
    static final int BY_TAKING_OVER = 1;

    /** Added to how it was claimed: somebody waits for the record and wants to be told. */
    static final int WATCHED = 2;

    /** Of a claim: whether to take over. */
    static final int TAKES_OVER = 1;

    /** Of a claim or a renewal: the record stays until somebody settles it. */
    static final int STAYS = 2;

    static final int STATE = 1;
    static final int CLAIMED_AS = 2;
    static final int NONCE = 3;
    static final int EPOCH = 19;
    static final int ATTEMPT = 27;
    static final int FINGERPRINT = 31;
    static final int CREATED = 63;
    static final int LEASE_END = 71;
    static final int EXPIRES = 79;
    static final int NAMES = 87;
    static final int SMALLEST = NAMES + 8;

    private RecordLayout() {}
}
