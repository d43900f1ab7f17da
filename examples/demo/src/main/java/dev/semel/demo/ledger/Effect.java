package dev.semel.demo.ledger;

import org.jspecify.annotations.Nullable;

/**
 * An effect that happened.
 *
 * @param operation the operation that had it
 * @param principal the caller of the operation
 * @param key the key of the request; {@code null} if it had none
 * @param at when it happened, in UTC
 */
public record Effect(
        String operation, String principal, @Nullable String key, String at) {}
