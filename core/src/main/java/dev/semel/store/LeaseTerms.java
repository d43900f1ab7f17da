package dev.semel.store;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How long an owner has, and how long a record is remembered if the owner never returns.
 *
 * @param lease the owner's exclusive time, counted from when the store applies the call
 * @param abandonedRetention how long a record stays after its lease has expired, or {@code null}: until it is settled
 */
public record LeaseTerms(Duration lease, @Nullable Duration abandonedRetention) {

    /** Returns when a lease that starts at {@code now} ends. */
    public Instant leaseEnd(Instant now) {
        return now.plus(lease);
    }

    /** Returns when a record that is claimed or renewed at {@code now} expires unless it is touched again; {@code null} means never. */
    public @Nullable Instant expiresAt(Instant now) {
        return abandonedRetention == null ? null : leaseEnd(now).plus(abandonedRetention);
    }
}
