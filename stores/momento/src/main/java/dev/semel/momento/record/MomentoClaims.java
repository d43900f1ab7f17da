package dev.semel.momento.record;

import dev.semel.StoreException;
import dev.semel.momento.record.MomentoItems.EncodedRecord;
import dev.semel.momento.wire.Condition;
import dev.semel.skew.ClockReading;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.RecordId;
import dev.semel.store.StoredRecord;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Claims, each a conditional write:
 *
 * <ol>
 *   <li>Write the item on the condition that there is none.
 *   <li>If Momento refuses that, read the present item. If it has the very bytes of this write, the write was applied before and repeated in flight: claimed.
 *   <li>If the present item can't be replaced, it is the answer.
 *   <li>If it can be replaced, write the next item on the condition that the present one has the bytes that were read, or is gone. If Momento refuses that, go
 *       back to step 2. Every write changes the bytes, so none goes unnoticed.
 * </ol>
 *
 * <p>The clock is read once, before the first request. So an owner that renewed its lease in time is found with a lease that lasts. A clock that is set back
 * between the requests can't revive a record whose retention ended. And the lease counts from before the claim, as the engine counts it.
 */
public final class MomentoClaims {
    private static final int TRIES = 20;
    private static final String CLAIM = "claim a record";

    private final MomentoItems items;
    private final HeldItems held;

    /** Claims items. */
    public MomentoClaims(MomentoItems items, HeldItems held) {
        this.items = items;
        this.held = held;
    }

    /** Claims a record. See {@link dev.semel.store.Store#claim}. */
    public ClaimResult claim(ClaimRequest request) {
        items.lifetimes().check(request);
        RecordId id = request.id();
        ClockReading now = items.clock().now();
        byte[] found = null;
        for (int tried = 0; tried < TRIES; tried++) {
            EncodedRecord mine = EncodedRecord.of(id, next(request, found, now));
            Condition condition = found == null ? Condition.absent() : Condition.absentOrEqual(found);
            if (items.write(CLAIM, id, mine, now, condition)) {
                return claimed(id, mine, now);
            }
            found = items.get(CLAIM, id);
            ClaimResult answer = found == null ? null : answer(request, mine, found, now);
            if (answer != null) {
                return answer;
            }
        }
        throw new StoreException("the record " + id + " changes too often; call again", null);
    }

    private MomentoRecord next(ClaimRequest request, byte @Nullable [] found, ClockReading now) {
        long version = items.clock().nextVersion(now);
        return found == null
                ? MomentoRecord.first(request, now, version)
                : MomentoBytes.read(request.id(), found).next(request, now, version);
    }

    private ClaimResult claimed(RecordId id, EncodedRecord mine, ClockReading now) {
        held.put(id, mine.item().token(), mine.bytes());
        return new ClaimResult.Claimed(
                mine.item().seenAs(id, now, null), mine.item().tookOver());
    }

    /** Returns the present item's answer to a claim, or {@code null} if the claim can replace the item. */
    private @Nullable ClaimResult answer(ClaimRequest request, EncodedRecord mine, byte[] found, ClockReading now) {
        RecordId id = request.id();
        if (Arrays.equals(found, mine.bytes())) {
            return claimed(id, mine, now);
        }
        MomentoRecord present = MomentoBytes.read(id, found);
        if (present.isExpired(now)) {
            return null;
        }
        if (!present.fingerprint().equals(request.fingerprint())) {
            return new ClaimResult.Mismatch(present.seenAs(id, now, null));
        }
        if (present.state().isSettled()) {
            return new ClaimResult.Settled(
                    present.seenAs(id, now, items.results().read(id, present)));
        }
        if (present.state() == StoredState.RELEASED || present.isRunningFor(request)) {
            return null;
        }
        if (!now.isPast(present.leaseEnd())) {
            // As of the judging time, so that the rest of the lease is how long a waiter has to wait.
            return new ClaimResult.Busy(present.seenAs(id, now, null, now.asJudged()));
        }
        return request.takeOver() ? null : new ClaimResult.InDoubt(present.seenAs(id, now, null));
    }

    /** Finds a record by a consistent read. Returns empty if there is none or its retention has ended. */
    public Optional<StoredRecord> find(RecordId id) {
        ClockReading now = items.clock().now();
        byte[] found = items.get("find a record", id);
        if (found == null) {
            return Optional.empty();
        }
        MomentoRecord item = MomentoBytes.read(id, found);
        if (item.isExpired(now)) {
            return Optional.empty();
        }
        return Optional.of(
                item.seenAs(id, now, item.state().isSettled() ? items.results().read(id, item) : null));
    }
}
