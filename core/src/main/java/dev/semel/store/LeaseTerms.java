package dev.semel.store;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How long an owner has, and how long a record is remembered if the owner never comes back.
 *
 * @param lease the owner's exclusive time, counted from when the store applies the call
 * @param abandonedRetention how long a record stays after its lease is over, or {@code null}: until somebody settles it
 */
public record LeaseTerms(Duration lease, @Nullable Duration abandonedRetention) {

    /** When a lease that starts at {@code now} is over. */
    public Instant leaseEnd(Instant now) {
        return now.plus(lease);
    }

    /** When a record that is claimed or renewed at {@code now} expires unless it is touched again; {@code null} means never. */
    public @Nullable Instant expiresAt(Instant now) {
        return abandonedRetention == null ? null : leaseEnd(now).plus(abandonedRetention);
    }
}
