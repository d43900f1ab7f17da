/**
 * A store for records in Redis or Valkey, through Lettuce. Start reading at {@link dev.semel.redis.RedisStore}. Applications import this
 * package and {@code dev.semel.redis.counter}. It knows the internal packages {@code record}, {@code wire} and {@code server}, and nothing
 * about counts.
 */
@NullMarked
package dev.semel.redis;

import org.jspecify.annotations.NullMarked;
