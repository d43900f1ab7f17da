/**
 * Records in Redis or Valkey, through Lettuce: {@link dev.semel.redis.RedisStore}.
 */
@NullMarked
package dev.semel.redis;

import org.jspecify.annotations.NullMarked;
