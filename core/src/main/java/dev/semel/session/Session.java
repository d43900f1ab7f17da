package dev.semel.session;

import dev.semel.Context;
import dev.semel.StoreException;
import dev.semel.store.ClaimResult;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import java.time.Duration;

/**
 * The record of one call, wherever it lives. The engine drives it:
 *
 * <ol>
 *   <li>{@link #claim}, again after {@link StartOver} and, under a lease, after {@link Unknown}; or {@link #openUnprotected} for a call without a record.
 *   <li>If the claim was granted: {@link #starting}, {@link #context}, and the work.
 *   <li>{@link #record} or {@link #recordFailure}, again after {@link Unknown}; or {@link #release}; or {@link #commitUnprotected}.
 *   <li>{@link #close}, always.
 * </ol>
 *
 * <p>One thread at a time uses it.
 *
 * @param <C> what the work gets
 */
public interface Session<C extends Context> extends AutoCloseable {

    /**
     * Claims the record, under the same nonce each time. Whatever it throws, the work does not run.
     *
     * @param patience how long to wait for another owner, in a transaction; a lease never waits here
     */
    Claim claim(Duration patience);

    /** Begins a call that has no record: without a key, or without a store. */
    default void openUnprotected() {}

    /** Returns what the work gets, made from what is known of its attempt. */
    C context(Context attempt);

    /** The work is about to start. Whatever this throws, it does not, and the record is released. */
    default void starting() {}

    /** Returns whether all that the work did is undone if it is not recorded. */
    boolean undoes();

    /** Stores a value. Called again after {@link Unknown} it confirms what was stored. */
    Written record(Result value, Duration retention);

    /**
     * Undoes what the work did where that is possible, and stores its failure. Called again after {@link Unknown} it confirms what was stored. Without a
     * claim, in a transaction: stores it if no other call has run since.
     */
    Written recordFailure(Result failure, Throwable thrown, Duration retention);

    /** Gives up the record without a result. A transaction undoes what the work did. */
    Written release(ReleaseAs as, Duration retention);

    /** Ends a call that has no record and whose work has returned. */
    default void commitUnprotected() {}

    /** Ends a call that has no record and whose work threw what would have been stored as its result. Does nothing unless a transaction is committed after that. */
    default void failUnprotected(Throwable thrown) {}

    /** Returns whether the record is still this call's, as far as is known. */
    boolean isLive();

    /** Returns how long it stays that. */
    Duration timeLeft();

    /** Frees all that is open, and undoes what was not recorded. May be called more than once. */
    @Override
    default void close() {}

    /** What a claim came to. */
    sealed interface Claim {}

    /** What a write came to. */
    sealed interface Written {}

    /** The store has answered. */
    record Found(ClaimResult result) implements Claim {}

    /** Other calls came in between at that moment, nothing was claimed, and another try may succeed. */
    record StartOver(StoreException why) implements Claim {}

    /** The store failed, and may have done what was asked. */
    record Unknown(StoreException why) implements Claim, Written {}

    /** It is written, and others see it. */
    record Stored() implements Written {}

    /** It is written in a transaction that the caller has not ended yet. */
    record Deferred() implements Written {}

    /** A failure is not written: the caller's transaction has to be rolled back first. */
    record LeftToCaller() implements Written {}

    /** Another owner has the record. */
    record Overtaken() implements Written {}

    /** What the work wanted to write was refused, which is the work's own failure. Nothing is written. */
    record Rejected(RuntimeException failure) implements Written {}

    /** It is not written, and never will be: too large, or the transaction is gone. */
    record Refused(Exception why) implements Written {}
}
