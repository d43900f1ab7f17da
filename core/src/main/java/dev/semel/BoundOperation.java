package dev.semel;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An operation whose records live in a transaction, together with what its work writes: it takes effect exactly once. Made by {@link Operation#in}.
 * Immutable and safe for use by many threads.
 *
 * @param <T> the type of the result
 * @param <C> what the work gets: the attempt, and what it writes through
 */
public interface BoundOperation<T extends @Nullable Object, C extends Context> {
    /** Returns the same operation on behalf of a tenant or principal; see {@link Operation#inScope}. */
    BoundOperation<T, C> inScope(String name);

    /**
     * Runs the work, and records its result together with what it writes.
     *
     * @param key names the logical request; {@code null} and empty mean none
     * @param request what is asked for; a call with the same key and another request is refused
     * @throws X what the work throws, as it is; what it wrote is undone
     * @throws RefusedException if there is no value, with the facts of the record
     * @throws dev.semel.store.ResultTooLargeException if the result can't be kept; what the work wrote is undone
     * @throws dev.semel.StoreException if the store fails: nothing took effect, or it is not known; in both cases call again with the same key.
     *     The cause is what the work threw if that is to be replayed and could not be stored
     */
    default <X extends Exception> T once(@Nullable String key, @Nullable Object request, Work.InContext<C, T, X> work)
            throws X {
        return attempt(key, request, work).orThrow();
    }

    /** Does the same, and returns the outcome instead of throwing {@link RefusedException}. */
    <X extends Exception> Outcome<T> attempt(
            @Nullable String key, @Nullable Object request, Work.InContext<C, T, X> work) throws X;

    /**
     * {@link #attempt} whose work ends later than it starts, for adapters of servers: claims and starts the work on the calling thread, and records the
     * value on the thread that completes the work's stage. In a transaction both must be one thread, and a wait blocks it.
     *
     * @return a stage that completes with the outcome, or with what {@code attempt} throws
     */
    CompletableFuture<Outcome<T>> attemptStaged(
            @Nullable String key, @Nullable Object request, Function<C, ? extends CompletionStage<T>> work);

    /**
     * Waits, as long as the policy says, while calls of {@link #attemptStaged} in this process are at work on a record in a transaction. Such a
     * record is not visible before the commit, so a duplicate can be answered here before it takes a connection. It may miss a call that has just begun.
     *
     * @return what the call gets if the other one asked for something else, or has not ended in time; empty if none is known to be at work
     * @throws InvalidKeyException if the key can't be one
     */
    Optional<Outcome<T>> whileAtWork(String key, @Nullable Object request);

    /**
     * Stores a failure after the caller has rolled back its transaction, in a separate one, if the policy is to replay it and no other call has run
     * since.
     *
     * @return whether it is stored; false if another call has run or is running, or if it is not to be replayed
     * @throws dev.semel.StoreException if the database fails; call again
     * @throws dev.semel.store.ResultTooLargeException if it never can be stored
     * @throws IllegalStateException if no transaction holds the records of these sessions
     */
    boolean recordFailure(@Nullable String key, @Nullable Object request, Throwable failure);
}
