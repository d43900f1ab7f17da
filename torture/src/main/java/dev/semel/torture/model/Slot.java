package dev.semel.torture.model;

/**
 * Where what is in a {@link State}. Each thing takes a few bits; together they fit into two words.
 *
 * <p>A nonce is one call of one owner: its number is twice the owner's plus the number of the call. {@link #NOBODY} is none.
 */
final class Slot {
    static final int OWNERS = 3;
    static final int KEYS = 2;
    static final int CALLS = 2;
    static final int NONCES = OWNERS * CALLS;
    static final int NOBODY = NONCES;

    // Of each key: the record.
    static final int STATE = 0;
    static final int EPOCH = 1;
    static final int NONCE = 2;
    static final int LEASE_OVER = 3;
    static final int TOOK_OVER = 4;
    static final int RESULT = 5;
    // Of each key: what has happened to it since its life began.
    static final int LIFE = 6;
    static final int SETTLED = 7;
    private static final int PER_KEY = 8;

    // Of each owner.
    static final int PHASE = 0;
    static final int KEY = 1;
    static final int CALL = 2;
    static final int VALUE = 3;
    private static final int PER_OWNER = 4;

    // Of each nonce: what its owner knows of its claim, and whether it took effect.
    static final int GRANTED_EPOCH = 0;
    static final int GRANTED_LIFE = 1;
    static final int EFFECT = 2;
    static final int SAW_EFFECT = 3;
    static final int GRANTED_KEY = 4;
    private static final int PER_NONCE = 5;

    private static final int OWNERS_FROM = KEYS * PER_KEY;
    private static final int NONCES_FROM = OWNERS_FROM + OWNERS * PER_OWNER;

    /** A message that was sent, not heard of again, and is still under way. */
    static final int LATE = NONCES_FROM + NONCES * PER_NONCE;

    static final int LATE_KEY = LATE + 1;
    static final int LATE_NONCE = LATE + 2;
    static final int LATE_VALUE = LATE + 3;
    static final int COUNT = LATE + 4;

    private static final int[] KEY_BITS = {3, 3, 3, 1, 1, 3, 1, 3};
    private static final int[] OWNER_BITS = {3, 1, 2, 3};
    private static final int[] NONCE_BITS = {3, 1, 1, 1, 1};
    private static final int[] LATE_BITS = {3, 1, 3, 3};

    private Slot() {}

    static int key(int key, int what) {
        return key * PER_KEY + what;
    }

    static int owner(int owner, int what) {
        return OWNERS_FROM + owner * PER_OWNER + what;
    }

    static int nonce(int nonce, int what) {
        return NONCES_FROM + nonce * PER_NONCE + what;
    }

    /** How many bits each slot takes. */
    static int[] bits() {
        int[] bits = new int[COUNT];
        for (int i = 0; i < COUNT; i++) {
            if (i < OWNERS_FROM) {
                bits[i] = KEY_BITS[i % PER_KEY];
            } else if (i < NONCES_FROM) {
                bits[i] = OWNER_BITS[(i - OWNERS_FROM) % PER_OWNER];
            } else if (i < LATE) {
                bits[i] = NONCE_BITS[(i - NONCES_FROM) % PER_NONCE];
            } else {
                bits[i] = LATE_BITS[i - LATE];
            }
        }
        return bits;
    }
}
