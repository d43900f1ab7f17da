/**
 * Private servers on which contenders are measured, at full durability unless the name says otherwise, with the meters
 * that read them. Start reading at {@link dev.semel.benchmarks.servers.BenchDatabase},
 * {@link dev.semel.benchmarks.servers.PrivateRedis} or {@link dev.semel.benchmarks.servers.PrivateDynamoDb}. It knows
 * the test servers and their drivers, and no contender.
 */
@NullMarked
package dev.semel.benchmarks.servers;

import org.jspecify.annotations.NullMarked;
