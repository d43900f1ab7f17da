package dev.semel.model;

/** Everything at one moment. Mutable while a step makes it; then packed into two words. */
final class State {
    // What can be said of a record.
    static final int ABSENT = 0;
    static final int IN_PROGRESS = 1;
    static final int RELEASED = 2;
    static final int COMPLETED = 3;
    /** Past its retention, and not yet purged. */
    static final int EXPIRED = 4;

    // What an owner is at.
    static final int WAITING = 0;
    static final int CLAIMING = 1;
    static final int OWNING = 2;
    static final int ASKING = 3;
    static final int SETTLING = 4;
    static final int RELEASING = 5;
    static final int ABANDONING = 6;
    static final int GONE = 7;

    // What the work of an owner came to; none is 0.
    static final int TOOK_EFFECT = 1;
    static final int FAILED = 2;

    // What a message asks for; none is 0.
    static final int CLAIM = 1;
    static final int RENEW = 2;
    static final int SETTLE = 3;
    static final int RELEASE = 4;
    static final int ABANDON = 5;
    /** No message comes late any more. */
    static final int SPENT = 6;

    private static final int[] BITS = Slot.bits();
    /** The owner whose effect an owner holds does not distinguish it from others. */
    private static final long WITHOUT_VALUE = ~(7L << (3 * (Slot.PER_OWNER - 1 - Slot.VALUE)));

    private static final int[] IN_ORDER = {0, 1, 2};

    private final byte[] slots;

    private State(byte[] slots) {
        this.slots = slots;
    }

    static State first() {
        State state = new State(new byte[Slot.COUNT]);
        for (int key = 0; key < Slot.KEYS; key++) {
            state.clear(key);
            state.set(Slot.key(key, Slot.SETTLED), Slot.NONE);
        }
        for (int owner = 0; owner < Slot.OWNERS; owner++) {
            state.owner(owner, Slot.VALUE, Slot.NONE);
        }
        state.late(0, 0, Slot.NONE, Slot.NONE);
        return state;
    }

    int get(int slot) {
        return slots[slot];
    }

    void set(int slot, int value) {
        slots[slot] = (byte) value;
    }

    int key(int key, int what) {
        return slots[Slot.key(key, what)];
    }

    void key(int key, int what, int value) {
        slots[Slot.key(key, what)] = (byte) value;
    }

    int owner(int owner, int what) {
        return slots[Slot.owner(owner, what)];
    }

    void owner(int owner, int what, int value) {
        slots[Slot.owner(owner, what)] = (byte) value;
    }

    /** Removes a record. */
    void clear(int key) {
        key(key, Slot.STATE, ABSENT);
        key(key, Slot.EPOCH, 0);
        key(key, Slot.NONCE, Slot.NONE);
        key(key, Slot.LEASE_OVER, 0);
        key(key, Slot.TOOK_OVER, 0);
        key(key, Slot.RESULT, Slot.NONE);
    }

    /** Ends the call of an owner, however far it got; what can't matter any more is forgotten, so that states meet. */
    void end(int owner) {
        owner(owner, Slot.PHASE, GONE);
        owner(owner, Slot.VALUE, Slot.NONE);
        owner(owner, Slot.SAW_EFFECT, 0);
        owner(owner, Slot.ASKED, 0);
        if (get(Slot.LATE_NONCE) == owner) {
            return;
        }
        owner(owner, Slot.GRANTED_EPOCH, 0);
        if (owner(owner, Slot.EFFECT) == FAILED && !isKept(owner)) {
            owner(owner, Slot.EFFECT, 0);
        }
        if (owner(owner, Slot.EFFECT) != TOOK_EFFECT) {
            owner(owner, Slot.KEY, 0);
            owner(owner, Slot.GRANTED_LIFE, 0);
        }
    }

    private boolean isKept(int value) {
        boolean kept = false;
        for (int key = 0; key < Slot.KEYS; key++) {
            kept |= key(key, Slot.RESULT) == value || key(key, Slot.SETTLED) == value;
        }
        return kept;
    }

    /** Returns the same with its owners in order: it does not matter which of them is at what. */
    State inOrder() {
        int[] order = order(signature(0), signature(1), signature(2));
        if (order[0] == 0 && order[1] == 1) {
            return this;
        }
        int[] names = new int[Slot.OWNERS + 1];
        names[Slot.NONE] = Slot.NONE;
        State sorted = copy();
        for (int i = 0; i < Slot.OWNERS; i++) {
            names[order[i]] = i;
            System.arraycopy(slots, Slot.owner(order[i], 0), sorted.slots, Slot.owner(i, 0), Slot.PER_OWNER);
        }
        for (int i = 0; i < Slot.OWNERS; i++) {
            sorted.owner(i, Slot.VALUE, names[sorted.owner(i, Slot.VALUE)]);
        }
        for (int key = 0; key < Slot.KEYS; key++) {
            sorted.key(key, Slot.NONCE, names[key(key, Slot.NONCE)]);
            sorted.key(key, Slot.RESULT, names[key(key, Slot.RESULT)]);
            sorted.key(key, Slot.SETTLED, names[key(key, Slot.SETTLED)]);
        }
        sorted.set(Slot.LATE_NONCE, names[get(Slot.LATE_NONCE)]);
        sorted.set(Slot.LATE_VALUE, names[get(Slot.LATE_VALUE)]);
        return sorted;
    }

    /** Numbers in the order of their values, equal ones in that of the numbers; by hand, as this is most of the work. */
    private static int[] order(long zero, long one, long two) {
        if (zero <= one) {
            return one <= two ? IN_ORDER : zero <= two ? new int[] {0, 2, 1} : new int[] {2, 0, 1};
        }
        return zero <= two ? new int[] {1, 0, 2} : one <= two ? new int[] {1, 2, 0} : new int[] {2, 1, 0};
    }

    /** Returns the parts of a state that distinguish owners. */
    private long signature(int owner) {
        int from = Slot.owner(owner, 0);
        long signature = 0;
        for (int what = 0; what < Slot.PER_OWNER; what++) {
            signature = (signature << 3) | slots[from + what];
        }
        signature &= WITHOUT_VALUE;
        for (int key = 0; key < Slot.KEYS; key++) {
            signature = signature * 2 + (key(key, Slot.NONCE) == owner ? 1 : 0);
        }
        return signature * 2 + (get(Slot.LATE_NONCE) == owner ? 1 : 0);
    }

    void late(int what, int key, int nonce, int value) {
        set(Slot.LATE, what);
        set(Slot.LATE_KEY, key);
        set(Slot.LATE_NONCE, nonce);
        set(Slot.LATE_VALUE, value);
    }

    State copy() {
        return new State(slots.clone());
    }

    /** Packs the state into two words, the second one after the first. */
    void pack(long[] into) {
        into[0] = word(0, Slot.FIRST_WORD);
        into[1] = word(Slot.FIRST_WORD, Slot.COUNT);
    }

    private long word(int from, int to) {
        long word = 0;
        for (int i = from; i < to; i++) {
            word = (word << BITS[i]) | slots[i];
        }
        return word;
    }

    static State unpack(long first, long second) {
        byte[] slots = new byte[Slot.COUNT];
        unpack(first, slots, 0, Slot.FIRST_WORD);
        unpack(second, slots, Slot.FIRST_WORD, Slot.COUNT);
        return new State(slots);
    }

    private static void unpack(long word, byte[] slots, int from, int to) {
        long left = word;
        for (int i = to - 1; i >= from; i--) {
            slots[i] = (byte) (left & ((1 << BITS[i]) - 1));
            left >>>= BITS[i];
        }
    }
}
