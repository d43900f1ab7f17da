package dev.semel.torture.model;

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
    static final int IDLE = 0;
    static final int CLAIMING = 1;
    static final int OWNING = 2;
    static final int ASKING = 3;
    static final int SETTLING = 4;
    static final int RELEASING = 5;
    static final int ABANDONING = 6;

    // What a message asks for; none is 0.
    static final int CLAIM = 1;
    static final int RENEW = 2;
    static final int SETTLE = 3;
    static final int RELEASE = 4;
    static final int ABANDON = 5;

    private static final int[] BITS = Slot.bits();
    private static final int WORD = 64;

    private final byte[] slots;

    private State(byte[] slots) {
        this.slots = slots;
    }

    static State first() {
        State state = new State(new byte[Slot.COUNT]);
        for (int key = 0; key < Slot.KEYS; key++) {
            state.clear(key);
            state.set(Slot.key(key, Slot.SETTLED), Slot.NOBODY);
        }
        for (int owner = 0; owner < Slot.OWNERS; owner++) {
            state.idle(owner);
        }
        state.late(0, 0, Slot.NOBODY, Slot.NOBODY);
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

    int nonce(int nonce, int what) {
        return slots[Slot.nonce(nonce, what)];
    }

    void nonce(int nonce, int what, int value) {
        slots[Slot.nonce(nonce, what)] = (byte) value;
    }

    /** The epoch that a call knows to be its own. */
    int epochOf(int nonce) {
        return nonce(nonce, Slot.GRANTED_EPOCH);
    }

    /** The nonce of the call that an owner is at. */
    int nonceOf(int owner) {
        return owner * Slot.CALLS + owner(owner, Slot.CALL) - 1;
    }

    /** Removes a record. */
    void clear(int key) {
        key(key, Slot.STATE, ABSENT);
        key(key, Slot.EPOCH, 0);
        key(key, Slot.NONCE, Slot.NOBODY);
        key(key, Slot.LEASE_OVER, 0);
        key(key, Slot.TOOK_OVER, 0);
        key(key, Slot.RESULT, Slot.NOBODY);
    }

    /** Ends the call of an owner, however far it got. */
    void idle(int owner) {
        owner(owner, Slot.PHASE, IDLE);
        owner(owner, Slot.KEY, 0);
        owner(owner, Slot.VALUE, Slot.NOBODY);
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

    /** Into two words, the second one after the first. */
    void pack(long[] into) {
        into[0] = 0;
        into[1] = 0;
        int at = 0;
        for (int i = 0; i < slots.length; i++) {
            int word = at + BITS[i] <= WORD ? 0 : 1;
            int shift = word == 0 ? at : Math.max(at, WORD) - WORD;
            into[word] |= (long) slots[i] << shift;
            at = word * WORD + shift + BITS[i];
        }
    }

    static State unpack(long first, long second) {
        byte[] slots = new byte[Slot.COUNT];
        int at = 0;
        for (int i = 0; i < slots.length; i++) {
            int word = at + BITS[i] <= WORD ? 0 : 1;
            int shift = word == 0 ? at : Math.max(at, WORD) - WORD;
            slots[i] = (byte) (((word == 0 ? first : second) >>> shift) & ((1 << BITS[i]) - 1));
            at = word * WORD + shift + BITS[i];
        }
        return new State(slots);
    }
}
