package dev.semel.dynamodb;

import dev.semel.Fingerprint;
import dev.semel.store.ClaimRequest;
import dev.semel.store.RecordId;
import dev.semel.store.RecordState;
import dev.semel.store.Result;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A record's item. Times are milliseconds since 1970, by the clock of the node that wrote them.
 *
 * @param version grows with every write of one owner
 * @param tookOver whether the present or last owner took over from one that had gone
 * @param expiresAt {@code null} if it stays until somebody settles it
 * @param body {@code null} unless it is settled
 */
record Item(
        State state,
        Fingerprint fingerprint,
        Token token,
        long version,
        int attempt,
        boolean tookOver,
        long createdAt,
        long leaseEnd,
        @Nullable Long expiresAt,
        @Nullable Body body) {
    /** The only layout that this version writes and reads. */
    static final int FORMAT = 1;

    /** What is stored; that a record is abandoned or in doubt follows from the time. */
    enum State {
        IN_PROGRESS,
        RELEASED,
        COMPLETED,
        FAILED;

        boolean isSettled() {
            return this == COMPLETED || this == FAILED;
        }

        static State of(Result.Kind kind) {
            return kind == Result.Kind.VALUE ? COMPLETED : FAILED;
        }
    }

    /** The claim of a record that is not there. */
    static Item first(ClaimRequest request, Moment now, long version) {
        return claimed(request, now, version, 1, new Life(1, now.written(), false));
    }

    /** The claim of a record that gives way to {@code request}. */
    Item next(ClaimRequest request, Moment now, long version) {
        if (isOver(now)) {
            return claimed(request, now, version, token.epoch() + 1, new Life(1, now.written(), false));
        }
        if (isRunningFor(request)) {
            return claimed(request, now, version, token.epoch(), new Life(attempt, createdAt, tookOver));
        }
        Life life = new Life(attempt + 1, createdAt, state == State.IN_PROGRESS);
        return claimed(request, now, version, token.epoch() + 1, life);
    }

    private record Life(int attempt, long createdAt, boolean tookOver) {}

    private static Item claimed(ClaimRequest request, Moment now, long version, long epoch, Life life) {
        long leaseEnd = now.after(request.terms().lease());
        return new Item(
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

    static @Nullable Long expiry(long leaseEnd, @Nullable Duration abandonedRetention) {
        return abandonedRetention == null ? null : (Long) Math.addExact(leaseEnd, Moment.millis(abandonedRetention));
    }

    boolean isOver(Moment now) {
        return expiresAt != null && now.isOver(expiresAt);
    }

    /** Whether this is the very claim that asks. */
    boolean isRunningFor(ClaimRequest request) {
        return state == State.IN_PROGRESS && token.nonce().equals(request.nonce());
    }

    static RecordState stateAt(Moment now, State state, long leaseEnd, @Nullable Long expiresAt) {
        return switch (state) {
            case COMPLETED -> RecordState.COMPLETED;
            case FAILED -> RecordState.FAILED;
            case RELEASED -> RecordState.RELEASED;
            case IN_PROGRESS -> {
                if (!now.isOver(leaseEnd)) {
                    yield RecordState.IN_PROGRESS;
                }
                yield expiresAt == null ? RecordState.IN_DOUBT : RecordState.ABANDONED;
            }
        };
    }

    /** The same with a result. */
    Item with(Body result) {
        return new Item(state, fingerprint, token, version, attempt, tookOver, createdAt, leaseEnd, expiresAt, result);
    }

    StoredRecord seenAs(RecordId id, Moment now, @Nullable Result result) {
        return seenAs(id, now, result, now.asWritten());
    }

    StoredRecord seenAs(RecordId id, Moment now, @Nullable Result result, Instant asOf) {
        return new StoredRecord(
                id,
                stateAt(now, state, leaseEnd, expiresAt),
                fingerprint,
                token,
                attempt,
                Instant.ofEpochMilli(createdAt),
                Instant.ofEpochMilli(leaseEnd),
                expiresAt == null ? null : Instant.ofEpochMilli(expiresAt),
                result,
                asOf);
    }
}
