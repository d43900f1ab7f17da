package dev.semel.redis.server;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.models.role.RedisInstance;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The masters of a cluster. */
final class ClusterServers implements Servers {
    private final RedisClusterClient client;
    private final boolean ownClient;
    private @Nullable StatefulRedisClusterConnection<byte[], byte[]> inspecting;

    ClusterServers(RedisClusterClient client, boolean ownClient) {
        this.client = client;
        this.ownClient = ownClient;
    }

    @Override
    public StatefulConnection<byte[], byte[]> connect() {
        return client.connect(ByteArrayCodec.INSTANCE);
    }

    @Override
    public boolean isOne() {
        return false;
    }

    @Override
    public boolean isOwn() {
        return true;
    }

    @Override
    public synchronized List<StatefulConnection<byte[], byte[]>> masters() {
        if (inspecting == null) {
            inspecting = client.connect(ByteArrayCodec.INSTANCE);
        }
        return masters(inspecting);
    }

    static List<StatefulConnection<byte[], byte[]>> masters(StatefulRedisClusterConnection<byte[], byte[]> cluster) {
        List<StatefulConnection<byte[], byte[]>> masters = new ArrayList<>();
        for (RedisClusterNode node : cluster.getPartitions()) {
            if (node.getRole() == RedisInstance.Role.UPSTREAM && !node.hasNoSlots()) {
                masters.add(cluster.getConnection(node.getNodeId()));
            }
        }
        return masters;
    }

    @Override
    public StatefulRedisPubSubConnection<String, String> listen() {
        return client.connectPubSub(StringCodec.ASCII);
    }

    @Override
    public synchronized void close() {
        if (inspecting != null) {
            inspecting.close();
        }
        if (ownClient) {
            client.shutdown();
        }
    }
}
