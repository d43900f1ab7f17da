package dev.semel.store;

import dev.semel.StoreException;
import java.time.Duration;
import java.util.Optional;

/**
 * Keeps the records of operations. Only the store decides which call runs an operation. Every method here is therefore
 * one atomic step, and decisions that depend on time use the store's own clock.
 *
 * <p>Every store keeps these rules at every moment, under any crash, pause or lost reply:
 *
 * <ol>
 *   <li>A record has one owner at a time.
 *   <li>The epoch of a record only grows. A write after the claim takes effect only if its token is the record's token.
 *   <li>A settled record keeps its bytes until its retention ends.
 *   <li>A request with another fingerprint neither claims the record nor gets the result, whatever the state. This is
 *       decided before anything else.
 *   <li>A record whose retention has ended counts as absent, whether or not it has been deleted.
 *   <li>A call that is repeated because its reply was lost is recognised: a claim by its nonce, any other write by its
 *       token.
 * </ol>
 *
 * <p>A store is safe for use by many threads. A method that fails throws {@link StoreException}. The engine then treats
 * it as unknown whether the call was applied, and repeats the same call. The contract is {@code StoreContract} in
 * {@code semel-testkit}.
 */
public interface Store extends AutoCloseable {

    /**
     * Tries to become the owner of a record: one atomic step, one round trip, never a read before a write. Decided in
     * this order:
     *
     * <ol>
     *   <li>There is no record, or its retention has ended: claimed, as attempt 1. If the old record still exists, its
     *       epoch grows by one; otherwise the epoch is 1.
     *   <li>The fingerprint is a different one: {@link ClaimResult.Mismatch}.
     *   <li>The record is settled: {@link ClaimResult.Settled}.
     *   <li>The record was released: claimed, with the next epoch and the next attempt.
     *   <li>The record is in progress under the nonce of this very request: claimed again, with the same token and
     *       attempt, the same value of {@linkplain ClaimResult.Claimed#tookOver() tookOver}, and a lease that restarts.
     *   <li>The lease has expired: claimed, with the next epoch and the next attempt, if the request {@linkplain
     *       ClaimRequest#takeOver() takes over}, otherwise {@link ClaimResult.InDoubt}, which changes nothing.
     *   <li>The lease is live: {@link ClaimResult.Busy}, which changes nothing.
     * </ol>
     *
     * <p>A lease or a retention has ended at the very instant of its end.
     */
    ClaimResult claim(ClaimRequest request);

    /**
     * Extends the lease so that it ends {@code terms.lease()} from now. Also accepted when the lease has expired and no
     * other call has claimed the record since: there is no other owner that a renewal could harm.
     */
    OwnerWrite renew(RecordId id, Token token, LeaseTerms terms);

    /**
     * Ends the lease with a result, to be replayed for {@code retention} from now. Also accepted when the lease has
     * expired and no other call has claimed the record since. Repeated with the same token, it is confirmed and changes
     * nothing.
     *
     * @throws ResultTooLargeException if the store can't keep a result of that size; nothing has changed then
     */
    OwnerWrite settle(RecordId id, Token token, Result result, Duration retention);

    /**
     * Ends the lease without a result. Repeated with the same token, it is confirmed and changes nothing.
     *
     * <p>A release as runnable with a retention of zero forgets the record. From then on it counts as absent for every
     * node, whatever fingerprint the next claim has, even if nodes decide by their own clocks. The engine does so after
     * a first attempt that did nothing. These failures are possible:
     *
     * <ul>
     *   <li>The release is lost: the engine repeats it in the background. If its owner dies before that, the record is
     *       abandoned when its lease ends, and keeps its fingerprint.
     *   <li>The reply is lost, and the release is repeated: confirmed while the record exists. If the record was purged
     *       or claimed meanwhile, the token is no longer the record's, and nothing changes: an owner never harms the
     *       next one.
     *   <li>The owner pauses past its lease and another takes over: the release is refused because of its token, and
     *       the record stays.
     *   <li>A settlement or a renewal that was delayed arrives after it: refused, since the record is released, gone,
     *       or another owner's.
     * </ul>
     *
     * @param retention how long a record that was released as runnable is remembered, with its epoch and fingerprint;
     *     zero to forget it
     */
    OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention);

    /** Returns the record as it is now; empty if there is none or its retention has ended. */
    Optional<StoredRecord> find(RecordId id);

    /**
     * Deletes records whose retention has ended, and nothing else. May run on several nodes concurrently, and
     * concurrently with claims.
     *
     * @param limit how many to delete at most, at least 1
     * @return how many were deleted; fewer than {@code limit} means that nothing more is overdue for now
     */
    int purge(int limit);

    /** Frees what the store itself has opened, never a client that the application passed in. May be called more than once. */
    @Override
    void close();
}
