package dev.semel;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An operation whose records live in a transaction together with what its work writes, so that it takes effect exactly
 * once. Created by {@link Operation#in}. Immutable and safe for use by many threads.
 *
 * @param <T> the type of the result
 * @param <C> what the work receives: the attempt, and the handle through which it writes
 */
public interface BoundOperation<T extends @Nullable Object, C extends Context> {
    /** Returns the same operation on behalf of a tenant or principal; see {@link Operation#inScope}. */
    BoundOperation<T, C> inScope(String name);

    /**
     * Runs the work, and records its result together with what it writes.
     *
     * @param key names the logical request; {@code null} and empty mean none
     * @param request the content of the request; a call with the same key and another request is refused
     * @throws X what the work throws, unchanged; what it wrote is undone
     * @throws RefusedException if there is no value, with the facts of the record
     * @throws dev.semel.store.ResultTooLargeException if the result can't be kept; what the work wrote is undone
     * @throws dev.semel.StoreException if the store fails. Either nothing took effect or the outcome is unknown; in
     *     both cases call again with the same key. The cause is what the work threw if the policy replays that and it
     *     could not be stored
     */
    default <X extends Exception> T once(@Nullable String key, @Nullable Object request, Work.InContext<C, T, X> work)
            throws X {
        return attempt(key, request, work).orThrow();
    }

    /** Does the same, and returns the outcome instead of throwing {@link RefusedException}. */
    <X extends Exception> Outcome<T> attempt(
            @Nullable String key, @Nullable Object request, Work.InContext<C, T, X> work) throws X;

    /**
     * Does the same as {@link #attempt} for work that completes later than it starts, for adapters of servers. Claims
     * and starts the work on the calling thread, and records the value on the thread that completes the work's stage.
     * In a transaction both must be the same thread, and a wait blocks it.
     *
     * @return a stage that completes with the outcome, or with what {@code attempt} throws
     */
    CompletableFuture<Outcome<T>> attemptStaged(
            @Nullable String key, @Nullable Object request, Function<C, ? extends CompletionStage<T>> work);

    /**
     * Waits, as long as the policy allows, while calls of {@link #attemptStaged} in this process are running on a
     * record in a transaction. Such a record is not visible before the commit, so this answers a duplicate before it
     * takes a connection. It may miss a call that has just begun.
     *
     * @return what the call gets if the other one has another request, or has not ended in time; empty if no running
     *     call is known
     * @throws InvalidKeyException if {@code key} is not valid
     */
    Optional<Outcome<T>> whileAtWork(String key, @Nullable Object request);

    /**
     * Stores a failure after the caller has rolled back its transaction. Uses a separate transaction, and stores the
     * failure only if the policy replays it and no other call has run since.
     *
     * @return whether the failure is stored, also if an earlier call has stored the same one; false if another call
     *     has ended otherwise or is running, or if the policy does not replay the failure
     * @throws dev.semel.StoreException if the database fails; call again
     * @throws dev.semel.store.ResultTooLargeException if the failure can never be stored
     * @throws IllegalStateException if no transaction holds the records of these sessions
     */
    boolean recordFailure(@Nullable String key, @Nullable Object request, Throwable failure);
}
