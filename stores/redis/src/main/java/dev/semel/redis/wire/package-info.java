/**
 * Runs scripts over a few connections, combining the calls of many threads, and recovers from lost connections, failovers and flushed
 * scripts. Start reading at {@link dev.semel.redis.wire.RedisLanes}, then {@link dev.semel.redis.wire.RedisLane}. This package knows the
 * servers and core's combining writer, and nothing about what a script or its keys mean.
 */
@NullMarked
package dev.semel.redis.wire;

import org.jspecify.annotations.NullMarked;
