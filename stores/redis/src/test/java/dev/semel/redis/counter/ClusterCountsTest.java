package dev.semel.redis.counter;

import dev.semel.counter.store.CounterStore;
import dev.semel.servers.RedisCluster;
import dev.semel.testkit.counter.CounterStoreContract;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;

@DisplayName("counts on Redis Cluster, three masters")
class ClusterCountsTest extends CounterStoreContract {
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
    protected CounterStore openStore() {
        return RedisCounterStore.builder(client).build();
    }

    @Override
    protected boolean purgesItself() {
        return true;
    }
}
