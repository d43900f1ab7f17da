package dev.semel.servers.momento;

import java.time.Duration;

/**
 * The limits of an account.
 *
 * @param itemBytes how many bytes an item has at most
 * @param timeToLive how long an item lives at most
 */
public record AccountLimits(int itemBytes, Duration timeToLive) {
    /** Momento's published limits: 5 MB and 24 hours. */
    public static final AccountLimits PUBLISHED = new AccountLimits(5_000_000, Duration.ofHours(24));
}
