/**
 * A store for counts in Redis or Valkey. Start reading at {@link dev.semel.redis.counter.RedisCounterStore} and {@code count.lua}. This
 * package knows {@link dev.semel.redis.RedisLink} and the wire, and nothing about records.
 */
@NullMarked
package dev.semel.redis.counter;

import org.jspecify.annotations.NullMarked;
