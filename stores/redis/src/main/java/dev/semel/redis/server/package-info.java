/**
 * Connections to the servers: one server, a master behind Sentinel, a cluster, or a connection borrowed from the application. Start
 * reading at {@link dev.semel.redis.server.Servers}. This package knows Lettuce, and nothing about scripts, records or counts.
 */
@NullMarked
package dev.semel.redis.server;

import org.jspecify.annotations.NullMarked;
