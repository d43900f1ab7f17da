/**
 * The suite {@code redis}: the Redis store beside the usual middleware, other libraries and the limit of the server.
 * Start reading at {@link dev.semel.benchmarks.redis.RedisSuite}, then {@link dev.semel.benchmarks.redis.RedisScenes}.
 * It knows the Redis store and the shared rooms of the benchmarks, and no other suite.
 */
@NullMarked
package dev.semel.benchmarks.redis;

import org.jspecify.annotations.NullMarked;
