package dev.semel.redis.server;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The server or servers that hold the data, and the connections to them. */
public interface Servers extends AutoCloseable {

    /**
     * Parses an address. Each call of the supplier creates a client, which {@link #close} shuts down.
     *
     * @throws IllegalArgumentException if the address cannot be parsed
     */
    static Supplier<Servers> at(String address) {
        return RedisAddress.of(Objects.requireNonNull(address, "address"));
    }

    /** Returns the server of an application's client, which stays open. */
    static Servers of(RedisClient client) {
        return new SingleServer(client, false);
    }

    /** Returns the cluster of an application's client, which stays open. */
    static Servers of(RedisClusterClient client) {
        return new ClusterServers(client, false);
    }

    /** Returns the servers behind an application's connection, whatever its codec. The connection stays open. */
    static Servers over(StatefulConnection<?, ?> connection) {
        return new BorrowedConnection(connection);
    }

    /** Returns a connection for scripts. */
    StatefulConnection<byte[], byte[]> connect();

    /** Returns whether one server holds everything, so that one script run can handle many keys. */
    boolean isOne();

    /** Returns whether the connections belong to Semel, so that they may be closed and may block. */
    boolean isOwn();

    /** Returns the maximum number of connections for scripts. */
    default int mostConnections() {
        return 16;
    }

    /** Returns a connection to each master, for commands outside the scripts. */
    List<StatefulConnection<byte[], byte[]>> masters();

    /** Opens a connection for subscriptions, or returns {@code null} if these servers support none. */
    @Nullable
    StatefulRedisPubSubConnection<String, String> listen();

    /** Closes the connections that {@link #masters} opened, and the client if Semel created it. */
    @Override
    void close();
}
