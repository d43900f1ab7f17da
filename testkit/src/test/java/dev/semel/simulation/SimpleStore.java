package dev.semel.simulation;

import dev.semel.Fingerprint;
import dev.semel.RecordState;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A store in its simplest form: one lock, one map, and one method for each decision. It is correct. A subclass overrides one decision with a
 * wrong one, to prove that the contract and the checker find it.
 */
class SimpleStore implements Store {

    /** A record that is changed in place. */
    static final class Row {
        RecordState state = RecordState.IN_PROGRESS;
        Fingerprint fingerprint;
        Token token;
        int attempt;
        Instant createdAt;
        Instant leaseEnd;
        Instant expiresAt;
        Result result;
        boolean tookOver;

        Row copy() {
            Row copy = new Row();
            copy.state = state;
            copy.fingerprint = fingerprint;
            copy.token = token;
            copy.attempt = attempt;
            copy.createdAt = createdAt;
            copy.leaseEnd = leaseEnd;
            copy.expiresAt = expiresAt;
            copy.result = result;
            copy.tookOver = tookOver;
            return copy;
        }
    }

    final Map<Object, Row> rows = new LinkedHashMap<>();
    final InstantSource clock;

    SimpleStore(InstantSource clock) {
        this.clock = clock;
    }

    Object keyOf(RecordId id) {
        return id;
    }

    boolean isExpired(Row row, Instant now) {
        return row.expiresAt != null && !now.isBefore(row.expiresAt);
    }

    boolean isLeaseOver(Row row, Instant now) {
        return !now.isBefore(row.leaseEnd);
    }

    boolean isMismatch(Row row, ClaimRequest request) {
        return !row.fingerprint.equals(request.fingerprint());
    }

    boolean isOwn(Row row, ClaimRequest request) {
        return row.token.nonce().equals(request.nonce());
    }

    boolean mayTakeOver(Row row, ClaimRequest request) {
        return request.takeOver();
    }

    long nextEpoch(Row row) {
        return row.token.epoch() + 1;
    }

    boolean maySettle(Row row, Token token) {
        return row.token.equals(token);
    }

    boolean mayRelease(Row row, Token token) {
        return row.token.equals(token);
    }

    boolean mayRenew(Row row, Token token) {
        return row.token.equals(token);
    }

    boolean mayPurge(Row row, Instant now) {
        return isExpired(row, now);
    }

    @Override
    public synchronized ClaimResult claim(ClaimRequest request) {
        Instant now = clock.instant();
        Row row = rows.get(keyOf(request.id()));
        if (row == null || isExpired(row, now)) {
            Row fresh = new Row();
            fresh.fingerprint = request.fingerprint();
            fresh.createdAt = now;
            fresh.token = new Token(row == null ? 1 : row.token.epoch() + 1, request.nonce());
            rows.put(keyOf(request.id()), fresh);
            return own(request, fresh, now, false);
        }
        if (isMismatch(row, request)) {
            return new ClaimResult.Mismatch(seen(request.id(), row, now));
        } else if (row.state.isSettled()) {
            return new ClaimResult.Settled(seen(request.id(), row, now));
        } else if (row.state == RecordState.RELEASED) {
            row.token = new Token(nextEpoch(row), request.nonce());
            return own(request, row, now, false);
        } else if (isOwn(row, request)) {
            row.attempt--;
            return own(request, row, now, row.tookOver);
        } else if (!isLeaseOver(row, now)) {
            return new ClaimResult.Busy(seen(request.id(), row, now));
        } else if (!mayTakeOver(row, request)) {
            return new ClaimResult.InDoubt(seen(request.id(), row, now));
        }
        row.token = new Token(nextEpoch(row), request.nonce());
        return own(request, row, now, true);
    }

    private static ClaimResult own(ClaimRequest request, Row row, Instant now, boolean tookOver) {
        row.state = RecordState.IN_PROGRESS;
        row.attempt++;
        row.tookOver = tookOver;
        row.leaseEnd = request.terms().leaseEnd(now);
        row.expiresAt = request.terms().expiresAt(now);
        return new ClaimResult.Claimed(seen(request.id(), row, now), tookOver);
    }

    static StoredRecord seen(RecordId id, Row row, Instant now) {
        RecordState state = row.state;
        if (state == RecordState.IN_PROGRESS && !now.isBefore(row.leaseEnd)) {
            state = row.expiresAt == null ? RecordState.IN_DOUBT : RecordState.ABANDONED;
        }
        return new StoredRecord(
                id,
                state,
                row.fingerprint,
                row.token,
                row.attempt,
                row.createdAt,
                row.leaseEnd,
                row.expiresAt,
                row.result,
                now);
    }

    @Override
    public synchronized OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
        Row row = rows.get(keyOf(id));
        if (row == null || row.state != RecordState.IN_PROGRESS || !mayRenew(row, token)) {
            return OwnerWrite.LEASE_LOST;
        }
        row.leaseEnd = terms.leaseEnd(clock.instant());
        row.expiresAt = terms.expiresAt(clock.instant());
        return OwnerWrite.APPLIED;
    }

    @Override
    public synchronized OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
        Row row = rows.get(keyOf(id));
        if (row == null || row.state == RecordState.RELEASED || !maySettle(row, token)) {
            return OwnerWrite.LEASE_LOST;
        }
        if (!row.state.isSettled()) {
            row.state = result.kind() == Result.Kind.VALUE ? RecordState.COMPLETED : RecordState.FAILED;
            row.result = result;
            row.expiresAt = clock.instant().plus(retention);
        }
        return OwnerWrite.APPLIED;
    }

    @Override
    public synchronized OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
        Row row = rows.get(keyOf(id));
        if (row == null || row.state.isSettled() || !mayRelease(row, token)) {
            return OwnerWrite.LEASE_LOST;
        }
        Instant now = clock.instant();
        if (as == ReleaseAs.ABANDONED) {
            if (row.state == RecordState.RELEASED) {
                return OwnerWrite.LEASE_LOST;
            }
            row.leaseEnd = now.isBefore(row.leaseEnd) ? now : row.leaseEnd;
        } else if (row.state != RecordState.RELEASED) {
            row.state = RecordState.RELEASED;
            row.expiresAt = now.plus(retention);
        }
        return OwnerWrite.APPLIED;
    }

    @Override
    public synchronized Optional<StoredRecord> find(RecordId id) {
        Instant now = clock.instant();
        return Optional.ofNullable(rows.get(keyOf(id)))
                .filter(row -> !isExpired(row, now))
                .map(row -> seen(id, row, now));
    }

    @Override
    public synchronized int purge(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit is " + limit + "; must be at least 1");
        }
        int purged = 0;
        for (Iterator<Row> each = rows.values().iterator(); each.hasNext() && purged < limit; ) {
            if (mayPurge(each.next(), clock.instant())) {
                each.remove();
                purged++;
            }
        }
        return purged;
    }

    @Override
    public void close() {}
}
