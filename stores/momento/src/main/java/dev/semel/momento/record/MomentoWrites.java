package dev.semel.momento.record;

import dev.semel.StoreException;
import dev.semel.momento.record.MomentoItems.EncodedRecord;
import dev.semel.momento.wire.Condition;
import dev.semel.skew.ClockReading;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Token;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The owner's writes, each a conditional write:
 *
 * <ol>
 *   <li>Take the bytes that this process wrote last under the token. If it has none, such as another node, read the item.
 *   <li>Write the next item on the condition that the present one has exactly these bytes.
 *   <li>If Momento refuses that, read the present item. If it shows that this write was applied before, it is confirmed. If it is in progress under the owner's
 *       token with other bytes, a write of this owner came in between: back to step 2 with these. Otherwise the lease is lost, and nothing has changed.
 * </ol>
 *
 * <p>A write that is delayed in flight finds other bytes, since every write has a new version, and is refused.
 */
public final class MomentoWrites {
    private static final int TRIES = 20;

    private final MomentoItems items;
    private final HeldItems held;

    /** Writes items. */
    public MomentoWrites(MomentoItems items, HeldItems held) {
        this.items = items;
        this.held = held;
    }

    /**
     * A change of a record by its owner.
     *
     * @param what what the store could not do, for messages
     * @param next returns the next item
     * @param applied tests whether an item shows that this change was made before
     * @param last whether the owner writes nothing after it
     */
    private record Change(
            String what, UnaryOperator<MomentoRecord> next, Predicate<MomentoRecord> applied, boolean last) {}

    /** Renews a lease. See {@link dev.semel.store.Store#renew}. */
    public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
        ClockReading now = items.clock().now();
        return write(
                id,
                token,
                now,
                new Change(
                        "renew a lease",
                        item -> item.renewed(now, terms, items.clock().nextVersion(now)),
                        item -> false,
                        false));
    }

    /** Settles a record. See {@link dev.semel.store.Store#settle}. */
    public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
        ClockReading now = items.clock().now();
        long expiry = items.lifetimes().expiry(now, retention);
        Instant until = Instant.ofEpochMilli(now.written() + items.lifetimes().timeToLive(now, expiry));
        MomentoResult stored = items.results().write(id, token, result, until);
        StoredState state = StoredState.of(result.kind());
        return write(
                id,
                token,
                now,
                new Change(
                        "settle a record",
                        item -> item.ended(state, items.clock().nextVersion(now), expiry, stored),
                        item -> item.state().isSettled() && item.token().equals(token),
                        true));
    }

    /** Releases a record. See {@link dev.semel.store.Store#release}. */
    public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
        ClockReading now = items.clock().now();
        if (as == ReleaseAs.ABANDONED) {
            long end = items.clock().pastForAll(now);
            return write(
                    id,
                    token,
                    now,
                    new Change(
                            "abandon a record",
                            item -> item.abandoned(end, items.clock().nextVersion(now)),
                            item -> item.isHeldBy(token) && item.leaseEnd() <= end,
                            true));
        }
        long expiry = retention.isZero()
                ? items.clock().forgottenAfter(now, retention)
                : items.lifetimes().expiry(now, retention);
        return write(
                id,
                token,
                now,
                new Change(
                        "release a record",
                        item -> item.ended(StoredState.RELEASED, items.clock().nextVersion(now), expiry, null),
                        item -> item.state() == StoredState.RELEASED
                                && item.token().equals(token),
                        true));
    }

    private OwnerWrite write(RecordId id, Token token, ClockReading now, Change change) {
        byte[] present = held.get(id, token);
        if (change.last) {
            held.remove(id, token);
        }
        if (present == null || change.applied.test(MomentoBytes.read(id, present))) {
            // Whether another call has claimed the record since, only Momento knows.
            present = items.get(change.what, id);
        }
        for (int tried = 0; tried < TRIES; tried++) {
            if (present == null) {
                return lost(id, token);
            }
            MomentoRecord item = MomentoBytes.read(id, present);
            if (change.applied.test(item)) {
                return OwnerWrite.APPLIED;
            }
            if (!item.isHeldBy(token)) {
                return lost(id, token);
            }
            EncodedRecord next = EncodedRecord.of(id, change.next.apply(item));
            if (items.write(change.what, id, next, now, Condition.equal(present))) {
                return applied(id, token, change, next);
            }
            present = items.get(change.what, id);
            if (Arrays.equals(present, next.bytes())) {
                return applied(id, token, change, next);
            }
        }
        throw new StoreException("the record " + id + " changes too often; call again", null);
    }

    private OwnerWrite applied(RecordId id, Token token, Change change, EncodedRecord written) {
        if (!change.last) {
            held.put(id, token, written.bytes());
        }
        return OwnerWrite.APPLIED;
    }

    private OwnerWrite lost(RecordId id, Token token) {
        held.remove(id, token);
        return OwnerWrite.LEASE_LOST;
    }
}
