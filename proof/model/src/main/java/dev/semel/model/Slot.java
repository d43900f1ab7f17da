package dev.semel.model;

/**
 * The places of values in a {@link State}. Each thing takes a few bits; together they fit into two words.
 *
 * <p>Every owner makes one call, so its number is also that of its nonce: one that comes back after a crash would be like another one. {@link
 * #NONE} is none.
 */
final class Slot {
    static final int OWNERS = 3;
    static final int KEYS = 2;
    static final int NONCES = OWNERS;
    static final int NONE = NONCES;

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
    static final int VALUE = 2;
    // What it knows of its claim.
    static final int GRANTED_EPOCH = 3;
    static final int GRANTED_LIFE = 4;
    static final int SAW_EFFECT = 5;
    static final int ASKED = 6;
    // What outlives it: none, an effect, or a failure that is a result.
    static final int EFFECT = 7;
    static final int PER_OWNER = 8;

    private static final int OWNERS_FROM = KEYS * PER_KEY;

    /** A message that was sent, not heard of again, and is still under way. */
    static final int LATE = OWNERS_FROM + OWNERS * PER_OWNER;

    static final int LATE_KEY = LATE + 1;
    static final int LATE_NONCE = LATE + 2;
    static final int LATE_VALUE = LATE + 3;
    static final int COUNT = LATE + 4;

    private static final int[] KEY_BITS = {3, 3, 2, 1, 1, 2, 1, 2};
    private static final int[] OWNER_BITS = {3, 1, 2, 3, 1, 1, 1, 2};
    private static final int[] LATE_BITS = {3, 1, 2, 2};

    private Slot() {}

    static int key(int key, int what) {
        return key * PER_KEY + what;
    }

    static int owner(int owner, int what) {
        return OWNERS_FROM + owner * PER_OWNER + what;
    }

    /** How many slots go into the first of the two words. */
    static final int FIRST_WORD = OWNERS_FROM + 2 * PER_OWNER;

    /** Returns how many bits each slot takes. */
    static int[] bits() {
        int[] bits = new int[COUNT];
        for (int i = 0; i < COUNT; i++) {
            if (i < OWNERS_FROM) {
                bits[i] = KEY_BITS[i % PER_KEY];
            } else if (i < LATE) {
                bits[i] = OWNER_BITS[(i - OWNERS_FROM) % PER_OWNER];
            } else {
                bits[i] = LATE_BITS[i - LATE];
            }
        }
        return bits;
    }
}
