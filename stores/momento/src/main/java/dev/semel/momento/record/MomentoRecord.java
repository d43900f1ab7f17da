package dev.semel.momento.record;

import dev.semel.Fingerprint;
import dev.semel.RecordState;
import dev.semel.skew.ClockReading;
import dev.semel.store.ClaimRequest;
import dev.semel.store.LeaseTerms;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A record as its item holds it. Times are milliseconds since 1970, by the clock of the node that wrote them.
 *
 * @param state the stored state
 * @param fingerprint the fingerprint of the request
 * @param token the token of the present or last owner
 * @param version a number that is different for every write of one owner, so that no two writes have the same bytes
 * @param attempt the number of the attempt, from 1
 * @param tookOver whether the present or last owner took over an abandoned record
 * @param createdAt when the first attempt was claimed
 * @param leaseEnd when the lease ends
 * @param expiresAt when the record counts as absent; {@code null} if it stays until it is settled
 * @param result the stored result; {@code null} unless the record is settled
 */
record MomentoRecord(
        StoredState state,
        Fingerprint fingerprint,
        Token token,
        long version,
        int attempt,
        boolean tookOver,
        long createdAt,
        long leaseEnd,
        @Nullable Long expiresAt,
        @Nullable MomentoResult result) {

    /** The state, the attempt and its times that a claim gives a record. */
    private record Life(long epoch, int attempt, long createdAt, boolean tookOver) {}

    /** Returns the item of the first claim of a record. */
    static MomentoRecord first(ClaimRequest request, ClockReading now, long version) {
        return claimed(request, now, version, new Life(1, 1, now.written(), false));
    }

    /** Returns the item that replaces this one when {@code request} claims the record. */
    MomentoRecord next(ClaimRequest request, ClockReading now, long newVersion) {
        if (isExpired(now)) {
            return claimed(request, now, newVersion, new Life(token.epoch() + 1, 1, now.written(), false));
        }
        if (isRunningFor(request)) {
            return claimed(request, now, newVersion, new Life(token.epoch(), attempt, createdAt, tookOver));
        }
        boolean abandoned = state == StoredState.IN_PROGRESS;
        return claimed(request, now, newVersion, new Life(token.epoch() + 1, attempt + 1, createdAt, abandoned));
    }

    private static MomentoRecord claimed(ClaimRequest request, ClockReading now, long version, Life life) {
        return new MomentoRecord(
                StoredState.IN_PROGRESS,
                request.fingerprint(),
                new Token(life.epoch, request.nonce()),
                version,
                life.attempt,
                life.tookOver,
                life.createdAt,
                now.after(request.terms().lease()),
                expiry(now, request.terms()),
                null);
    }

    private static @Nullable Long expiry(ClockReading now, LeaseTerms terms) {
        return terms.abandonedRetention() == null
                ? null
                : (Long) Math.addExact(now.after(terms.lease()), ClockReading.millis(terms.abandonedRetention()));
    }

    /** Returns this item with a lease that restarts. */
    MomentoRecord renewed(ClockReading now, LeaseTerms terms, long newVersion) {
        return with(state, newVersion, now.after(terms.lease()), expiry(now, terms), null);
    }

    /** Returns this item with a lease that ended at {@code end}. */
    MomentoRecord abandoned(long end, long newVersion) {
        return with(state, newVersion, end, expiresAt, null);
    }

    /** Returns this item settled or released. */
    MomentoRecord ended(StoredState as, long newVersion, long expiry, @Nullable MomentoResult with) {
        return with(as, newVersion, leaseEnd, expiry, with);
    }

    private MomentoRecord with(
            StoredState newState, long newVersion, long end, @Nullable Long expiry, @Nullable MomentoResult newResult) {
        return new MomentoRecord(
                newState, fingerprint, token, newVersion, attempt, tookOver, createdAt, end, expiry, newResult);
    }

    /** Returns whether the record counts as absent. */
    boolean isExpired(ClockReading now) {
        return expiresAt != null && now.isPast(expiresAt);
    }

    /** Returns whether {@code request} claimed this record already. */
    boolean isRunningFor(ClaimRequest request) {
        return state == StoredState.IN_PROGRESS && token.nonce().equals(request.nonce());
    }

    /** Returns whether the owner with this token has the record. */
    boolean isHeldBy(Token owner) {
        return state == StoredState.IN_PROGRESS && token.equals(owner);
    }

    private RecordState stateAt(ClockReading now) {
        return switch (state) {
            case COMPLETED -> RecordState.COMPLETED;
            case FAILED -> RecordState.FAILED;
            case RELEASED -> RecordState.RELEASED;
            case IN_PROGRESS -> {
                if (!now.isPast(leaseEnd)) {
                    yield RecordState.IN_PROGRESS;
                }
                yield expiresAt == null ? RecordState.IN_DOUBT : RecordState.ABANDONED;
            }
        };
    }

    StoredRecord seenAs(RecordId id, ClockReading now, @Nullable Result verified) {
        return seenAs(id, now, verified, now.asWritten());
    }

    StoredRecord seenAs(RecordId id, ClockReading now, @Nullable Result verified, Instant asOf) {
        return new StoredRecord(
                id,
                stateAt(now),
                fingerprint,
                token,
                attempt,
                Instant.ofEpochMilli(createdAt),
                Instant.ofEpochMilli(leaseEnd),
                expiresAt == null ? null : Instant.ofEpochMilli(expiresAt),
                verified,
                asOf);
    }
}
