package dev.semel.redis;

import dev.semel.StoreException;
import dev.semel.redis.server.PlainCommands;
import dev.semel.redis.server.Servers;
import dev.semel.redis.wire.RedisLanes;
import dev.semel.redis.wire.ReplicaWait;
import dev.semel.redis.wire.ScriptCall;
import dev.semel.store.Causes;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The connections over which a store runs its scripts, and the concerns about its servers. Internal to the Redis stores: it may change in
 * any release.
 */
public final class RedisLink implements AutoCloseable {
    private final Servers servers;
    private final RedisLanes lanes;
    private final PlainCommands commands;
    private final List<RedisConcern> concerns;

    RedisLink(Servers servers, int connections, Duration timeout, @Nullable ReplicaWait replicas) {
        this.servers = servers;
        this.commands = new PlainCommands(timeout);
        int possible = Math.min(connections, servers.mostConnections());
        this.lanes = new RedisLanes(servers.isOne(), timeout, possible);
        try {
            for (int i = 0; i < possible; i++) {
                lanes.add(servers.connect(), servers, replicas);
            }
            this.concerns = Inspection.of(servers, commands);
        } catch (RedisException e) {
            close();
            throw new StoreException(
                    "cannot reach Redis: " + Causes.of(e)
                            + "; check the address, the password, and that the server is running",
                    e);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** The servers to connect to. */
    public static final class Source {
        private final Supplier<Servers> servers;

        private Source(Supplier<Servers> servers) {
            this.servers = servers;
        }

        /** Returns the servers at an address. The client that is created for them is closed with the link. */
        public static Source of(String address) {
            return new Source(Servers.at(address));
        }

        /** Returns the server of a client. The link opens its own connections. */
        public static Source of(RedisClient client) {
            Objects.requireNonNull(client, "client");
            return new Source(() -> Servers.of(client));
        }

        /** Returns the cluster of a client. The link opens its own connections. */
        public static Source of(RedisClusterClient client) {
            Objects.requireNonNull(client, "client");
            return new Source(() -> Servers.of(client));
        }

        /** Returns the server behind a connection that the application keeps using, whatever its codec. */
        public static Source of(StatefulRedisConnection<?, ?> connection) {
            Objects.requireNonNull(connection, "connection");
            return new Source(() -> Servers.over(connection));
        }

        /** Returns the cluster behind a connection that the application keeps using. */
        public static Source of(StatefulRedisClusterConnection<?, ?> connection) {
            Objects.requireNonNull(connection, "connection");
            return new Source(() -> Servers.over(connection));
        }

        Servers servers() {
            return servers.get();
        }

        /**
         * Connects, inspects the servers' configuration, and logs its weaknesses as warnings.
         *
         * @throws StoreException if no server can be reached
         */
        public RedisLink open(int connections, Duration timeout) {
            RedisLink link = new RedisLink(servers(), connections, timeout, null);
            link.concerns.forEach(Inspection::warn);
            return link;
        }
    }

    /** Sends a call and returns its answer. */
    @SuppressWarnings("exports") // not for applications: public for dev.semel.redis.counter
    public <R> R send(ScriptCall<R> call) {
        return lanes.send(call);
    }

    RedisLanes lanes() {
        return lanes;
    }

    PlainCommands commands() {
        return commands;
    }

    List<RedisConcern> concerns() {
        return concerns;
    }

    /** Closes the link's connections, and its client if it was created from an address. */
    @Override
    public void close() {
        lanes.close();
        servers.close();
    }
}
