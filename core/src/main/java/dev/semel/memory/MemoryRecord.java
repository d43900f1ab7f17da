package dev.semel.memory;

import dev.semel.Fingerprint;
import dev.semel.RecordState;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A record in the map: immutable, replaced as a whole.
 *
 * @param tookOver whether the present or last owner took it over from one that had gone
 * @param released whether the owner gave it up without a result
 * @param expiresAt {@code null} if it stays until it is settled
 */
record MemoryRecord(
        Fingerprint fingerprint,
        Token token,
        int attempt,
        boolean tookOver,
        boolean released,
        Instant createdAt,
        Instant leaseEnd,
        @Nullable Instant expiresAt,
        @Nullable Result result) {

    boolean isExpired(Instant now) {
        return expiresAt != null && !now.isBefore(expiresAt);
    }

    boolean isInProgress() {
        return result == null && !released;
    }

    RecordState stateAt(Instant now) {
        if (result != null) {
            return result.kind() == Result.Kind.VALUE ? RecordState.COMPLETED : RecordState.FAILED;
        } else if (released) {
            return RecordState.RELEASED;
        } else if (now.isBefore(leaseEnd)) {
            return RecordState.IN_PROGRESS;
        }
        return expiresAt == null ? RecordState.IN_DOUBT : RecordState.ABANDONED;
    }

    StoredRecord seenAs(RecordId id, Instant now) {
        return new StoredRecord(
                id, stateAt(now), fingerprint, token, attempt, createdAt, leaseEnd, expiresAt, result, now);
    }

    MemoryRecord withLease(Instant end, @Nullable Instant expiry) {
        return new MemoryRecord(fingerprint, token, attempt, tookOver, released, createdAt, end, expiry, null);
    }

    MemoryRecord withOwner(Token next) {
        return new MemoryRecord(
                fingerprint, next, attempt + 1, isInProgress(), false, createdAt, leaseEnd, expiresAt, null);
    }

    MemoryRecord withLeaseOver(Instant now) {
        return withLease(now.isBefore(leaseEnd) ? now : leaseEnd, expiresAt);
    }

    MemoryRecord withResult(Result settled, Instant expiry) {
        return new MemoryRecord(fingerprint, token, attempt, tookOver, false, createdAt, leaseEnd, expiry, settled);
    }

    MemoryRecord asReleased(Instant expiry) {
        return new MemoryRecord(fingerprint, token, attempt, tookOver, true, createdAt, leaseEnd, expiry, null);
    }
}
