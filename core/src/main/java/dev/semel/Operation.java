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
 * A named operation that must take effect once, however often it is called. The first call with a key runs the work.
 * Every other call with the same key gets the first call's answer. Immutable and safe for use by many threads.
 *
 * <p>Guarantees: a record has one owner at a time, the result is stored before any caller gets it, and all replays are
 * byte-identical until the retention ends. Not guaranteed: if an owner outlives its lease and the policy after
 * abandonment is to run again, the effect on a third party can happen twice. To prevent that, pass {@link
 * Context#childKey} to the third party, or choose another policy.
 *
 * @param <T> the type of the result
 */
public interface Operation<T extends @Nullable Object> {
    /** Returns the name, the codec and the policy of this operation. */
    OperationSettings<T> settings();

    /**
     * Returns the same operation on behalf of a tenant or principal. A key has no meaning outside its scope. Cheap;
     * create one for each call.
     *
     * @param name at most 512 bytes in UTF-8, without control characters
     */
    Operation<T> inScope(String name);

    /**
     * Returns the same operation for a call that is terminated from outside at a known time, whatever its work does,
     * such as an invocation that is cut off at its time-out. The lease lasts that long and is not renewed, so a call
     * after the end can take over immediately. The call waits for another call for at most nine tenths of that time.
     * Cheap; create one for each call.
     *
     * <p>Use it only for work that can have no effects after that time, since its lease has expired by then.
     *
     * @param timeLeft until the end, from {@link OperationSettings#MIN_LEASE} to {@link OperationSettings#MAX_LEASE}
     * @throws InvalidSettingsException if {@code timeLeft} is out of that range
     */
    Operation<T> endingWithin(Duration timeLeft);

    /**
     * Returns the same operation with its records in the place where its work writes, such as in the transactions of a
     * store. What the work writes there takes effect exactly once. Cheap; create one for each call if the sessions
     * belong to the call.
     *
     * @param sessions of the store of this operation
     * @param <C> what the work receives
     */
    <C extends Context> BoundOperation<T, C> in(Sessions<C> sessions);

    /**
     * Returns the context of a call that runs without protection, for an adapter that is switched off. Its child keys
     * differ from those of every other call.
     */
    Context unprotected();

    /**
     * Returns the identity of the record that a key names, such as for {@link dev.semel.store.Store#find}.
     *
     * @throws InvalidKeyException if {@code key} is missing or not valid
     */
    RecordId id(@Nullable String key);

    /**
     * Returns the value, from this call's work or from an earlier call's. This is the everyday call.
     *
     * @param key names the logical request: at most 255 bytes in UTF-8, without control characters; {@code null} and
     *     empty mean none
     * @param request the content of the request; a call with the same key and another request is refused
     * @throws X what the work throws, unchanged
     * @throws RefusedException if there is no value, with the facts of the record
     * @throws dev.semel.StoreException if the store fails. Either the work has not run, or it failed with a failure
     *     that the policy replays and that could not be stored; that failure is then the cause. Call again with the
     *     same key
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
     * Returns the outcome with the facts of the record, and gives the work the context of its attempt. This is the full
     * form of {@link #once}. Throws what {@code once} throws, except {@link RefusedException}: refusals are outcomes.
     */
    <X extends Exception> Outcome<T> attempt(
            @Nullable String key, @Nullable Object request, Work.InContext<Context, T, X> work) throws X;

    /**
     * Does the same as {@link #attempt} without occupying a thread while it waits for another call or while the work's
     * stage is incomplete. The future completes with what {@code attempt} would throw, but an invalid key or request is
     * thrown from this method. Cancelling the future cancels nothing: the call continues and stores its result, for a
     * retry to get. Work must not block on another call of this form, since all threads of the executor could end up
     * waiting for one another.
     *
     * @param work starts on the executor of {@link Semel.Builder#executor}
     */
    CompletableFuture<Outcome<T>> attemptAsync(
            @Nullable String key, @Nullable Object request, Function<Context, ? extends CompletionStage<T>> work);

    /**
     * Does the same as {@link #attemptAsync}, but begins on the calling thread: it claims there and, if the claim is
     * granted immediately, starts the work there. For work that is bound to its thread when it starts and completes
     * later. A value that is given on the calling thread, then or later, is recorded on that thread, and any other on
     * the executor. If the call has to wait for another call, it returns the thread, and everything that follows
     * happens on the executor, including the start of the work. Meant for adapters that wrap such work; applications
     * use {@link #attempt} and {@code attemptAsync}.
     */
    CompletableFuture<Outcome<T>> attemptStaged(
            @Nullable String key, @Nullable Object request, Function<Context, ? extends CompletionStage<T>> work);
}
