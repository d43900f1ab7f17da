package dev.semel;

import dev.semel.policy.OperationSettings;
import dev.semel.session.Sessions;
import dev.semel.store.RecordId;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A named thing that must take effect once, however often it is asked for. The first call with a key runs the work; every other call
 * with the same key gets the first answer. Immutable and safe for use by many threads.
 *
 * <p>What is guaranteed: the record has one owner at a time, the result is stored before anybody gets it, and all replays are the same to
 * the byte until the retention ends. What is not: if an owner outlives its lease and the policy after abandonment is to run again, the
 * effect on a third party can happen twice. Give the third party {@link Context#childKey} to close that, or choose another policy.
 *
 * @param <T> the type of the result
 */
public interface Operation<T extends @Nullable Object> {
    /** What it is and how it behaves. */
    OperationSettings<T> settings();

    /**
     * The same operation on behalf of somebody: a tenant or a principal. A key never means anything outside its scope. Cheap; make one
     * for each call.
     *
     * @param name at most 512 bytes in UTF-8, without control characters
     */
    Operation<T> inScope(String name);

    /**
     * The same operation for a call that something ends from outside, whatever its work does, such as an invocation that is cut off at its time-out.
     * Its lease lasts that long and is not renewed, so that whoever comes after the end may take over at once; and it waits for another call
     * for nine tenths of that time at most. Cheap; make one for each call.
     *
     * <p>Only for work that can have no effects after that time: its lease is over then.
     *
     * @param timeLeft until the end, from {@link OperationSettings#MIN_LEASE} to {@link OperationSettings#MAX_LEASE}
     * @throws InvalidSettingsException if it is shorter or longer than that
     */
    Operation<T> endingWithin(Duration timeLeft);

    /**
     * The same operation with its records where its work writes, such as in the transactions of a store: what the work writes there takes effect
     * exactly once. Cheap; make one for each call if the sessions are the call's own.
     *
     * @param sessions of the store of this operation
     * @param <C> what the work gets
     */
    <C extends Context> BoundOperation<T, C> in(Sessions<C> sessions);

    /**
     * Returns the context of a call that runs without protection, for an adapter that is switched off. Its child keys are like those of no other call.
     */
    Context unprotected();

    /**
     * Returns which record a key names, such as for {@link dev.semel.store.Store#find}.
     *
     * @throws InvalidKeyException if it can't be a key
     */
    RecordId id(@Nullable String key);

    /**
     * The everyday call: the value, from this call's work or from an earlier one's.
     *
     * @param key names the logical request: at most 255 bytes in UTF-8, without control characters; {@code null} and empty mean none
     * @param request what is asked for; a call with the same key and another request is refused
     * @throws X what the work throws, as it is
     * @throws RefusedException if there is no value, with the facts of the record
     * @throws dev.semel.StoreException if the store fails. The work has not run; or it has failed, the policy is to replay that, and it could
     *     not be stored: then the failure is the cause. Call again with the same key
     * @throws NotRecordedException if the work took effect and could not be recorded
     * @throws ResultNotKeptException if the work took effect and its result can't be kept
     * @throws LeaseLostException if another owner took over while the work ran
     * @throws dev.semel.store.UnreadableRecordException if there is a record that can't be read; the work has not run
     */
    default <X extends Exception> T once(@Nullable String key, @Nullable Object request, Work<T, X> work) throws X {
        Objects.requireNonNull(work, "work");
        return attempt(key, request, context -> work.run()).orThrow();
    }

    /**
     * The full call: what became of it, with the facts of the record, for work that wants to know about its attempt. It throws what
     * {@link #once} throws, except {@link RefusedException}: those are outcomes.
     */
    <X extends Exception> Outcome<T> attempt(
            @Nullable String key, @Nullable Object request, Work.InContext<Context, T, X> work) throws X;

    /**
     * {@link #attempt} without a thread of its own: neither while it waits for another call nor while the work's stage is incomplete. What
     * {@code attempt} throws, the future completes with; what is wrong with the key or the request is thrown at once. Cancelling the future
     * ends nothing: the call goes on and its result is stored, for the retry to get. Work must not block on another call of this form: all
     * threads of the executor could wait for one another.
     *
     * @param work starts on the executor of {@link Semel.Builder#executor}
     */
    CompletableFuture<Outcome<T>> attemptAsync(
            @Nullable String key, @Nullable Object request, Function<Context, ? extends CompletionStage<T>> work);

    /**
     * {@link #attemptAsync} that begins on the calling thread: it claims there and, if that is granted at once, starts the work there, for work
     * that is bound to its thread when it starts and gives its value later. A value that is given on the calling thread, then or
     * later, is recorded on it; any other on the executor. If it has to wait for another call it gives the thread back, and all that follows is on the executor, the start of the
     * work included if it comes to that. For whoever wraps such work; {@link #attempt} and {@code attemptAsync} are for everybody else.
     */
    CompletableFuture<Outcome<T>> attemptStaged(
            @Nullable String key, @Nullable Object request, Function<Context, ? extends CompletionStage<T>> work);
}
