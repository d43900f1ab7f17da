package dev.semel;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a caller may know about a record. All times are the store's.
 *
 * @param operation the operation's name
 * @param scope the tenant or principal; empty if the application has no scopes
 * @param key what the caller sent; it is untrusted input, so keep it out of logs
 * @param state the state of the record at {@code asOf}
 * @param attempt the number of the running or last attempt, starting at 1
 * @param since when the first attempt began
 * @param leaseEnd when the present or last lease ends or ended
 * @param expiresAt until when a settled result is replayed; {@code null} if that isn't known or the record stays until
 *     it is settled
 * @param asOf the store's time at which all this was true
 */
public record Facts(
        String operation,
        String scope,
        String key,
        RecordState state,
        int attempt,
        Instant since,
        Instant leaseEnd,
        @Nullable Instant expiresAt,
        Instant asOf) {

    /** Returns how long the lease still had when the store answered; zero if it had expired. */
    public Duration leaseLeft() {
        Duration left = Duration.between(asOf, leaseEnd);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** Returns everything but scope and key. */
    @Override
    public String toString() {
        return operation + " " + state + ", attempt " + attempt + ", since " + since;
    }
}
