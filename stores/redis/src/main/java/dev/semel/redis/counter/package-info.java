/**
 * Counts in Redis and Valkey. Start from {@link dev.semel.redis.counter.RedisCounterStore}; what it shares with records is {@link
 * dev.semel.redis.RedisLink}.
 */
@NullMarked
package dev.semel.redis.counter;

import org.jspecify.annotations.NullMarked;
