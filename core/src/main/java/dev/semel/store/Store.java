package dev.semel.store;

import dev.semel.StoreException;
import java.time.Duration;
import java.util.Optional;

/**
 * Keeps the records of operations. A store is the only place where it is decided who runs an operation, so every method here is one
 * atomic step, and what it decides by time it decides by the store's own clock.
 *
 * <p>The rules that every store keeps, at every moment, under any crash, pause or lost reply:
 *
 * <ol>
 *   <li>A record has one owner at a time.
 *   <li>The epoch of a record only grows. A write after the claim takes effect only if its token is the record's token.
 *   <li>A settled record keeps its bytes until its retention is over.
 *   <li>Another fingerprint neither claims nor gets the result, whatever the state. This is decided before anything else.
 *   <li>A record whose retention is over counts as absent, whether or not something has deleted it.
 *   <li>A call that is sent again because its reply was lost is recognised: a claim by its nonce, any other write by its token.
 * </ol>
 *
 * <p>A store is safe for use by many threads. A method that fails throws {@link StoreException}; the engine then takes it as unknown
 * whether the call was applied, and sends the same call again. The contract is {@code StoreContract} in {@code semel-testkit}.
 */
public interface Store extends AutoCloseable {

    /**
     * Tries to become the owner of a record: one atomic step, one round trip, never a read before a write. Decided in this order:
     *
     * <ol>
     *   <li>There is no record, or its retention is over: claimed, as attempt 1. If the old record is still there, its epoch grows by
     *       one; otherwise the epoch is 1.
     *   <li>The fingerprint is another one: {@link ClaimResult.Mismatch}.
     *   <li>The record is settled: {@link ClaimResult.Settled}.
     *   <li>The record was released: claimed, with the next epoch and the next attempt.
     *   <li>The record is in progress under the nonce of this very request: claimed again, with the same token and attempt, the same word
     *       on {@linkplain ClaimResult.Claimed#tookOver() whether it was taken over}, and a lease that starts anew.
     *   <li>The lease is over: claimed, with the next epoch and the next attempt, if the request {@linkplain ClaimRequest#takeOver()
     *       takes over}, otherwise {@link ClaimResult.InDoubt}, which changes nothing.
     *   <li>The lease is live: {@link ClaimResult.Busy}, which changes nothing.
     * </ol>
     *
     * <p>A lease or a retention is over at the very instant of its end.
     */
    ClaimResult claim(ClaimRequest request);

    /**
     * Extends the lease so that it ends {@code terms.lease()} from now. Also accepted when the lease is over and nobody has claimed the
     * record since: there is no other owner whom that could harm.
     */
    OwnerWrite renew(RecordId id, Token token, LeaseTerms terms);

    /**
     * Ends the lease with a result, to be replayed for {@code retention} from now. Also accepted when the lease is over and nobody has
     * claimed the record since. Sent again with the same token it is confirmed and changes nothing.
     *
     * @throws ResultTooLargeException if the store can't keep a result of that size; nothing has changed then
     */
    OwnerWrite settle(RecordId id, Token token, Result result, Duration retention);

    /**
     * Ends the lease without a result. Sent again with the same token it is confirmed and changes nothing.
     *
     * <p>A release as runnable with a retention of zero forgets the record: from then on it counts as absent, whatever fingerprint the next
     * claim has, for every node, also where nodes decide by clocks of their own. The engine does so after a first attempt that did nothing.
     * What may come in between:
     *
     * <ul>
     *   <li>The release is lost: the engine sends it again in the background. Its owner dies before that: the record is abandoned when its lease
     *       ends, and keeps its fingerprint.
     *   <li>The reply is lost, and the release is sent again: confirmed while the record is there. If the record was purged or claimed meanwhile,
     *       the token is no longer the record's, and nothing changes: an owner never harms the next one.
     *   <li>The owner pauses past its lease and another takes over: the release is refused by its token, and the record stays.
     *   <li>A settlement or a renewal that was held up arrives after it: refused, since the record is released, gone, or another owner's.
     * </ul>
     *
     * @param retention how long a record that was released as runnable is remembered, with its epoch and fingerprint; zero if it is forgotten
     */
    OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention);

    /** Returns the record as it is now; empty if there is none or its retention is over. */
    Optional<StoredRecord> find(RecordId id);

    /**
     * Deletes records whose retention is over, and nothing else. May run on several nodes at once while claims go on.
     *
     * @param limit how many to delete at most, at least 1
     * @return how many were deleted; fewer than {@code limit} means that nothing more is overdue for now
     */
    int purge(int limit);

    /** Frees what the store itself has opened, never a client that the application handed in. May be called twice. */
    @Override
    void close();
}
