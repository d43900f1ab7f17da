package dev.semel.redis.server;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A connection that the application shares with Semel and keeps using, with its own codec. */
final class BorrowedConnection implements Servers {
    private final StatefulConnection<byte[], byte[]> connection;

    /** The cast is safe: Semel encodes its arguments and decodes its replies itself, so the connection's codec is never used. */
    @SuppressWarnings("unchecked")
    BorrowedConnection(StatefulConnection<?, ?> connection) {
        this.connection = (StatefulConnection<byte[], byte[]>) connection;
    }

    @Override
    public StatefulConnection<byte[], byte[]> connect() {
        return connection;
    }

    @Override
    public boolean isOne() {
        return !(connection instanceof StatefulRedisClusterConnection);
    }

    @Override
    public boolean isOwn() {
        return false;
    }

    @Override
    public int mostConnections() {
        return 1;
    }

    @Override
    public List<StatefulConnection<byte[], byte[]>> masters() {
        return connection instanceof StatefulRedisClusterConnection<byte[], byte[]> cluster
                ? ClusterServers.masters(cluster)
                : List.of(connection);
    }

    @Override
    public @Nullable StatefulRedisPubSubConnection<String, String> listen() {
        return null;
    }

    @Override
    public void close() {}
}
