package dev.semel.redis;

import dev.semel.redis.server.Servers;
import dev.semel.servers.RedisCluster;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;

@DisplayName("F5 Redis Cluster, three masters")
class ClusterTest extends RedisContract {
    private static RedisCluster cluster;
    private static RedisClusterClient client;

    @BeforeAll
    static void connect() {
        cluster = RedisCluster.start();
        client = RedisClusterClient.create(cluster.nodes().stream()
                .map(node -> RedisURI.create(node.uri()))
                .toList());
    }

    @AfterAll
    static void disconnect() {
        client.shutdown();
        cluster.close();
    }

    @Override
    RedisStore.Builder builder() {
        return RedisStore.builder(client);
    }

    @Override
    Servers servers() {
        return Servers.of(client);
    }
}
