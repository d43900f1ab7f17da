package dev.semel;

import dev.semel.session.Sessions;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An operation whose records live in a transaction, together with what its work writes: it takes effect exactly once. Made by {@link Operation#in}.
 * Immutable and safe for use by many threads.
 *
 * @param <T> the type of the result
 * @param <C> what the work gets: the attempt, and what it writes through
 */
public final class BoundOperation<T extends @Nullable Object, C extends Context> {
    private final Operation<T> operation;
    private final Sessions<C> sessions;

    BoundOperation(Operation<T> operation, Sessions<C> sessions) {
        this.operation = operation;
        this.sessions = Objects.requireNonNull(sessions, "sessions");
    }

    /** Returns the same operation on behalf of a tenant or principal; see {@link Operation#inScope}. */
    public BoundOperation<T, C> inScope(String name) {
        return new BoundOperation<>(operation.inScope(name), sessions);
    }

    /**
     * Runs the work, and records its result together with what it writes.
     *
     * @param key names the logical request; {@code null} and empty mean none
     * @param request what is asked for; a call with the same key and another request is refused
     * @throws X what the work throws, as it is; what it wrote is undone
     * @throws RefusedException if there is no value, with the facts of the record
     * @throws dev.semel.store.ResultTooLargeException if the result can't be kept; what the work wrote is undone
     * @throws dev.semel.store.StoreException if the store fails: nothing took effect, or it is not known; in both cases call again with the same key.
     *     The cause is what the work threw if that is to be replayed and could not be stored
     */
    public <X extends Exception> T once(@Nullable String key, @Nullable Object request, Work.InContext<C, T, X> work)
            throws X {
        return attempt(key, request, work).orThrow();
    }

    /** Does the same, and returns the outcome instead of throwing {@link RefusedException}. */
    public <X extends Exception> Outcome<T> attempt(
            @Nullable String key, @Nullable Object request, Work.InContext<C, T, X> work) throws X {
        return operation.attemptIn(sessions, key, request, work);
    }

    /**
     * Stores a failure after the caller has rolled back its transaction, in a separate one, if the policy is to replay it and no other call has run
     * since.
     *
     * @return whether it is stored; false if another call has run or is running, or if it is not to be replayed
     * @throws dev.semel.store.StoreException if the database fails; call again
     * @throws dev.semel.store.ResultTooLargeException if it never can be stored
     * @throws IllegalStateException if no transaction holds the records of these sessions
     */
    public boolean recordFailure(@Nullable String key, @Nullable Object request, Throwable failure) {
        if (!sessions.holdByTransaction()) {
            throw new IllegalStateException(
                    "a failure is stored after a roll-back only where a transaction holds the record; here the call stores it");
        }
        return !Operation.isMissing(key)
                && operation.call(key, request, sessions, null).recordFailure(failure);
    }
}
