package dev.semel.dynamodb.record;

import dev.semel.Fingerprint;
import dev.semel.RecordState;
import dev.semel.skew.ClockReading;
import dev.semel.store.ClaimRequest;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A record as its item holds it. Times are milliseconds since 1970, by the clock of the node that wrote them.
 *
 * @param state the stored state
 * @param fingerprint the fingerprint of the request
 * @param token the token of the present or last owner
 * @param version a number that grows with every write of one owner
 * @param attempt the number of the attempt, from 1
 * @param tookOver whether the present or last owner took over an abandoned record
 * @param createdAt when the first attempt was claimed
 * @param leaseEnd when the lease ends
 * @param expiresAt when the record counts as absent; {@code null} if it stays until it is settled
 * @param result the stored result; {@code null} unless the record is settled
 */
public record RecordItem(
        State state,
        Fingerprint fingerprint,
        Token token,
        long version,
        int attempt,
        boolean tookOver,
        long createdAt,
        long leaseEnd,
        @Nullable Long expiresAt,
        @Nullable StoredResult result) {
    /** The version of the layout that this release writes and reads. */
    public static final int FORMAT = 1;

    /** The stored states. Whether a record in progress is abandoned or in doubt follows from the time. */
    public enum State {
        /** An owner claimed it. */
        IN_PROGRESS,
        /** An owner released it as runnable. */
        RELEASED,
        /** It is settled with a value. */
        COMPLETED,
        /** It is settled with a failure. */
        FAILED;

        /** Returns whether there is a result. */
        public boolean isSettled() {
            return this == COMPLETED || this == FAILED;
        }

        /** Returns the state of a record that is settled with a result of this kind. */
        public static State of(Result.Kind kind) {
            return kind == Result.Kind.VALUE ? COMPLETED : FAILED;
        }
    }

    /** Returns the item of the first claim of a record. */
    static RecordItem first(ClaimRequest request, ClockReading now, long version) {
        return claimed(request, now, version, 1, new Life(1, now.written(), false));
    }

    /** Returns the item that replaces this one when {@code request} claims the record. */
    RecordItem next(ClaimRequest request, ClockReading now, long version) {
        if (isExpired(now)) {
            return claimed(request, now, version, token.epoch() + 1, new Life(1, now.written(), false));
        }
        if (isRunningFor(request)) {
            return claimed(request, now, version, token.epoch(), new Life(attempt, createdAt, tookOver));
        }
        Life life = new Life(attempt + 1, createdAt, state == State.IN_PROGRESS);
        return claimed(request, now, version, token.epoch() + 1, life);
    }

    private record Life(int attempt, long createdAt, boolean tookOver) {}

    private static RecordItem claimed(ClaimRequest request, ClockReading now, long version, long epoch, Life life) {
        long leaseEnd = now.after(request.terms().lease());
        return new RecordItem(
                State.IN_PROGRESS,
                request.fingerprint(),
                new Token(epoch, request.nonce()),
                version,
                life.attempt,
                life.tookOver,
                life.createdAt,
                leaseEnd,
                expiry(leaseEnd, request.terms().abandonedRetention()),
                null);
    }

    /** Returns when a record in progress counts as absent, or {@code null} if it stays until it is settled. */
    public static @Nullable Long expiry(long leaseEnd, @Nullable Duration abandonedRetention) {
        return abandonedRetention == null
                ? null
                : (Long) Math.addExact(leaseEnd, ClockReading.millis(abandonedRetention));
    }

    /** Returns whether the record counts as absent. */
    public boolean isExpired(ClockReading now) {
        return expiresAt != null && now.isPast(expiresAt);
    }

    /** Returns whether {@code request} claimed this record already. */
    boolean isRunningFor(ClaimRequest request) {
        return state == State.IN_PROGRESS && token.nonce().equals(request.nonce());
    }

    static RecordState stateAt(ClockReading now, State state, long leaseEnd, @Nullable Long expiresAt) {
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

    /** Returns this item with a result. */
    public RecordItem with(StoredResult other) {
        return new RecordItem(
                state, fingerprint, token, version, attempt, tookOver, createdAt, leaseEnd, expiresAt, other);
    }

    StoredRecord seenAs(RecordId id, ClockReading now, @Nullable Result verified) {
        return seenAs(id, now, verified, now.asWritten());
    }

    StoredRecord seenAs(RecordId id, ClockReading now, @Nullable Result verified, Instant asOf) {
        return new StoredRecord(
                id,
                stateAt(now, state, leaseEnd, expiresAt),
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
