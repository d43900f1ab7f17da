package dev.semel;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of an attempt. All of these are expected. The unexpected comes as an exception: the work's own failure, a
 * store that fails, a lost lease.
 *
 * @param <T> the type of the result
 */
public sealed interface Outcome<T extends @Nullable Object> {

    /**
     * Returns the value, if there is one.
     *
     * @throws RefusedException otherwise, of the matching type
     */
    T orThrow();

    /** Returns whether {@link #orThrow()} returns a value. */
    default boolean hasValue() {
        return false;
    }

    /**
     * This call ran the work, and its result is stored.
     *
     * @param <T> the type of the result
     * @param value what the work returned
     * @param facts of the record
     */
    record Executed<T extends @Nullable Object>(T value, Facts facts) implements Outcome<T> {
        /** Returns the facts, never the value. */
        @Override
        public String toString() {
            return "Executed[" + facts + "]";
        }

        @Override
        public T orThrow() {
            return value;
        }

        @Override
        public boolean hasValue() {
            return true;
        }
    }

    /**
     * An earlier call ran the work; this is its result.
     *
     * @param <T> the type of the result
     * @param value what the work returned then
     * @param facts of the record
     */
    record Replayed<T extends @Nullable Object>(T value, Facts facts) implements Outcome<T> {
        /** Returns the facts, never the value. */
        @Override
        public String toString() {
            return "Replayed[" + facts + "]";
        }

        @Override
        public T orThrow() {
            return value;
        }

        @Override
        public boolean hasValue() {
            return true;
        }
    }

    /**
     * This call ran the work, and nothing is recorded: there was no key or no store, and the policy is to run anyway.
     *
     * @param <T> the type of the result
     * @param value what the work returned
     */
    record Unprotected<T extends @Nullable Object>(T value) implements Outcome<T> {
        /** Returns that the call was unprotected, never the value. */
        @Override
        public String toString() {
            return "Unprotected";
        }

        @Override
        public T orThrow() {
            return value;
        }

        @Override
        public boolean hasValue() {
            return true;
        }
    }

    /**
     * An earlier call failed, and the policy is to replay the failure.
     *
     * @param <T> the type of the result
     * @param failure what that call failed with
     * @param facts of the record
     */
    record FailureReplayed<T extends @Nullable Object>(Failure failure, Facts facts) implements Outcome<T> {
        @Override
        public T orThrow() {
            throw new FailureReplayedException(failure, facts);
        }
    }

    /**
     * Another call with the same key is running.
     *
     * @param <T> the type of the result
     * @param facts since when, and when its lease ends
     */
    record InProgress<T extends @Nullable Object>(Facts facts) implements Outcome<T> {
        @Override
        public T orThrow() {
            throw new InProgressException(facts);
        }
    }

    /**
     * The key was used for a request with another fingerprint. The work was not run, and the result of the other
     * request is not disclosed.
     *
     * @param <T> the type of the result
     * @param facts of the record that has the key
     */
    record Mismatched<T extends @Nullable Object>(Facts facts) implements Outcome<T> {
        @Override
        public T orThrow() {
            throw new MismatchException(facts);
        }
    }

    /**
     * An earlier attempt was abandoned, it is unknown whether it took effect, and the policy forbids running again.
     *
     * @param <T> the type of the result
     * @param facts of the record
     */
    record InDoubt<T extends @Nullable Object>(Facts facts) implements Outcome<T> {
        @Override
        public T orThrow() {
            throw new InDoubtException(facts);
        }
    }
}
