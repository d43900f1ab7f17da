package dev.semel.demo;

import org.jspecify.annotations.Nullable;

/**
 * Something that really happened.
 *
 * @param operation by which operation
 * @param principal on whose behalf
 * @param key of the request; {@code null} if it had none
 * @param at when, in UTC
 */
record Effect(String operation, String principal, @Nullable String key, String at) {}
