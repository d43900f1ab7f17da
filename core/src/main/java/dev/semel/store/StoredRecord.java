package dev.semel.store;

import dev.semel.Facts;
import dev.semel.Fingerprint;
import dev.semel.RecordState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A record as a store saw it at one instant. All times are the store's, so compare them with {@code asOf} and never
 * with another clock.
 *
 * @param id which record
 * @param state the state of the record at {@code asOf}
 * @param fingerprint of the request that created it
 * @param token of the present owner, or of the last one
 * @param attempt how often it was claimed since it was absent, starting at 1
 * @param createdAt when its first attempt was claimed
 * @param leaseEnd when the present or last lease ends or ended
 * @param expiresAt when it counts as absent; {@code null} if it stays until it is settled
 * @param result what is replayed; {@code null} unless the record is settled
 * @param asOf the store's time at which all this was true
 */
public record StoredRecord(
        RecordId id,
        RecordState state,
        Fingerprint fingerprint,
        Token token,
        int attempt,
        Instant createdAt,
        Instant leaseEnd,
        @Nullable Instant expiresAt,
        @Nullable Result result,
        Instant asOf) {

    /** Returns what a caller may know about the record. */
    public Facts facts() {
        return facts(state);
    }

    /** Returns the facts of a record that has another state by now. Until when it is replayed is then unknown. */
    public Facts facts(RecordState now) {
        return new Facts(
                id.operation(),
                id.scope(),
                id.key(),
                now,
                attempt,
                createdAt,
                leaseEnd,
                state.isSettled() ? expiresAt : null,
                asOf);
    }

    /** Returns which record it is and its state; no key, no payload. */
    @Override
    public String toString() {
        return id + " " + state + " epoch " + token.epoch() + " attempt " + attempt;
    }
}
