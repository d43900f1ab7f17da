package dev.semel.redis.server;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One server, or one master that Sentinel monitors. */
final class SingleServer implements Servers {
    private final RedisClient client;
    private final boolean ownClient;
    private @Nullable StatefulConnection<byte[], byte[]> inspecting;

    SingleServer(RedisClient client, boolean ownClient) {
        this.client = client;
        this.ownClient = ownClient;
    }

    @Override
    public StatefulConnection<byte[], byte[]> connect() {
        return client.connect(ByteArrayCodec.INSTANCE);
    }

    @Override
    public boolean isOne() {
        return true;
    }

    @Override
    public boolean isOwn() {
        return true;
    }

    @Override
    public synchronized List<StatefulConnection<byte[], byte[]>> masters() {
        if (inspecting == null) {
            inspecting = connect();
        }
        return List.of(inspecting);
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
