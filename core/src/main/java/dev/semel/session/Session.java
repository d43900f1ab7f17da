package dev.semel.session;

import dev.semel.Context;
import dev.semel.StoreException;
import dev.semel.store.ClaimResult;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import java.time.Duration;

/**
 * The record of one call, under a lease or in a transaction. The engine drives it:
 *
 * <ol>
 *   <li>{@link #claim}, again after {@link StartOver} and, under a lease, after {@link Unknown}; or {@link
 *       #openUnprotected} for a call without a record.
 *   <li>If the claim was granted: {@link #starting}, {@link #context}, and the work.
 *   <li>{@link #record} or {@link #recordFailure}, again after {@link Unknown}; or {@link #release}; or {@link
 *       #commitUnprotected}.
 *   <li>{@link #close}, always.
 * </ol>
 *
 * <p>One thread at a time uses it.
 *
 * @param <C> what the work receives
 */
public interface Session<C extends Context> extends AutoCloseable {

    /**
     * Claims the record, under the same nonce each time. If it throws, the work does not run.
     *
     * @param patience how long to wait for another owner, in a transaction; a lease never waits here
     */
    Claim claim(Duration patience);

    /** Begins a call that has no record: without a key, or without a store. */
    default void openUnprotected() {}

    /** Returns the context for the work, made from the facts of its attempt. */
    C context(Context attempt);

    /** Prepares for the work, which is about to start. If it throws, the work does not start, and the record is released. */
    default void starting() {}

    /** Returns whether everything that the work did is undone if it is not recorded. */
    boolean undoes();

    /** Stores a value. Called again after {@link Unknown} it confirms what was stored. */
    Written record(Result value, Duration retention);

    /**
     * Undoes what the work did where that is possible, and stores its failure. Called again after {@link Unknown} it
     * confirms what was stored. In a transaction it may be called without a claim: it then stores the failure if no
     * other call has run since.
     */
    Written recordFailure(Result failure, Throwable thrown, Duration retention);

    /** Gives up the record without a result. A transaction undoes what the work did. */
    Written release(ReleaseAs as, Duration retention);

    /** Ends a call that has no record and whose work has returned. */
    default void commitUnprotected() {}

    /**
     * Ends a call that has no record and whose work threw a failure that would have been stored as its result. Does
     * nothing unless a transaction is committed after such failures.
     */
    default void failUnprotected(Throwable thrown) {}

    /** Returns whether this call still owns the record, as far as is known. */
    boolean isLive();

    /** Returns how long this call still owns the record. */
    Duration timeLeft();

    /** Frees all resources, and undoes what was not recorded. May be called more than once. */
    @Override
    default void close() {}

    /** The outcome of a claim. */
    sealed interface Claim {}

    /** The outcome of a write. */
    sealed interface Written {}

    /** The store has answered. */
    record Found(ClaimResult result) implements Claim {}

    /** Nothing was claimed, since other calls interfered or a connection was lost, and another try may succeed. */
    record StartOver(StoreException why) implements Claim {}

    /** The store failed, and may have applied the call. */
    record Unknown(StoreException why) implements Claim, Written {}

    /** It is written and visible to other calls. */
    record Stored() implements Written {}

    /** It is written in a transaction that the caller has not ended yet. */
    record Deferred() implements Written {}

    /** A failure is not written: the caller's transaction has to be rolled back first. */
    record LeftToCaller() implements Written {}

    /** Another owner has the record. */
    record Overtaken() implements Written {}

    /** The writes of the work were refused, which counts as the work's own failure. Nothing is written. */
    record Rejected(RuntimeException failure) implements Written {}

    /** It is not written and never can be: it is too large, or the transaction is gone. */
    record Refused(Exception why) implements Written {}
}
