package dev.semel.momento.record;

import dev.semel.store.Result;

/** The stored states. Whether a record in progress is abandoned or in doubt follows from the time. */
enum StoredState {
    /** An owner claimed it. */
    IN_PROGRESS(0),
    /** An owner released it as runnable. */
    RELEASED(1),
    /** It is settled with a value. */
    COMPLETED(2),
    /** It is settled with a failure. */
    FAILED(3);

    private final int number;

    StoredState(int number) {
        this.number = number;
    }

    /** Returns the number that is stored. */
    int number() {
        return number;
    }

    static StoredState of(int number) {
        for (StoredState state : values()) {
            if (state.number == number) {
                return state;
            }
        }
        throw new IllegalArgumentException("no state has the number " + number);
    }

    boolean isSettled() {
        return this == COMPLETED || this == FAILED;
    }

    static StoredState of(Result.Kind kind) {
        return kind == Result.Kind.VALUE ? COMPLETED : FAILED;
    }

    Result.Kind kind() {
        return this == COMPLETED ? Result.Kind.VALUE : Result.Kind.FAILURE;
    }
}
