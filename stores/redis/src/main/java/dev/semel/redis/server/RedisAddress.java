package dev.semel.redis.server;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Creates clients from addresses. An address may contain a password, so no message includes it. */
final class RedisAddress {
    private static final Set<String> SINGLE = Set.of("redis", "rediss", "redis-sentinel", "rediss-sentinel");
    private static final Pattern CLUSTER =
            Pattern.compile("(rediss?)-cluster://(?:([^/?#]*)@)?([^/?#@]+)/?(\\?[^#]*)?");
    private static final SocketOptions SOCKETS =
            SocketOptions.builder().keepAlive(true).build();

    /** Lettuce 6 defaults to 30 s. After a slot migration, it would then discover a promoted master too late for short leases. */
    private static final Duration REFRESH_AT_MOST_EVERY = Duration.ofSeconds(2);

    private RedisAddress() {}

    /** Parses the address immediately, and creates a client on each call of the supplier. */
    static Supplier<Servers> of(String address) {
        Matcher cluster = CLUSTER.matcher(address);
        if (cluster.matches()) {
            List<RedisURI> nodes = nodes(cluster);
            return () -> new ClusterServers(clusterClient(nodes), true);
        }
        int end = Math.max(0, address.indexOf("://"));
        if (!SINGLE.contains(address.substring(0, end))) {
            throw new IllegalArgumentException("the address of a Redis store must start with redis://, rediss://,"
                    + " redis-sentinel://, rediss-sentinel://, redis-cluster:// or rediss-cluster://, followed by"
                    + " host:port");
        }
        RedisURI server = parsed(address);
        return () -> new SingleServer(client(server), true);
    }

    private static RedisClient client(RedisURI server) {
        RedisClient client = RedisClient.create(server);
        client.setOptions(ClientOptions.builder().socketOptions(SOCKETS).build());
        return client;
    }

    private static List<RedisURI> nodes(Matcher cluster) {
        String user = cluster.group(2) == null ? "" : cluster.group(2) + "@";
        String query = cluster.group(4) == null ? "" : cluster.group(4);
        return Arrays.stream(cluster.group(3).split(",", -1))
                .map(node -> parsed(cluster.group(1) + "://" + user + node + query))
                .toList();
    }

    private static RedisURI parsed(String address) {
        try {
            return RedisURI.create(address);
        } catch (IllegalArgumentException e) {
            // The original message and cause may contain the address.
            throw new IllegalArgumentException(
                    "the address of a Redis store cannot be parsed after its scheme; expected"
                            + " [user:password@]host:port[,host:port][/database][?option=value][#master-name]");
        }
    }

    // Lettuce 7 enables these triggers by default; Lettuce 6 does not.
    @SuppressWarnings("deprecation")
    private static RedisClusterClient clusterClient(List<RedisURI> nodes) {
        RedisClusterClient client = RedisClusterClient.create(nodes);
        client.setOptions(ClusterClientOptions.builder()
                .socketOptions(SOCKETS)
                .topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
                        .enablePeriodicRefresh(Duration.ofMinutes(1))
                        .enableAllAdaptiveRefreshTriggers()
                        .adaptiveRefreshTriggersTimeout(REFRESH_AT_MOST_EVERY)
                        .build())
                .build());
        return client;
    }
}
