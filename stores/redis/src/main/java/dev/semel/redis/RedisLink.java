package dev.semel.redis;

import dev.semel.store.Causes;
import dev.semel.store.StoreException;
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
 * The connections over which a store runs its scripts, and what was found about the servers. Not for applications: it may change in any
 * release.
 */
public final class RedisLink implements AutoCloseable {
    private final Servers servers;
    private final Lanes lanes;
    private final Questions questions;
    private final List<RedisConcern> concerns;

    RedisLink(Servers servers, int connections, Duration timeout, @Nullable ReplicaWait replicas) {
        this.servers = servers;
        this.questions = new Questions(timeout);
        int possible = Math.min(connections, servers.mostConnections());
        this.lanes = new Lanes(servers.isOne(), timeout, possible);
        try {
            for (int i = 0; i < possible; i++) {
                lanes.add(servers.connect(), servers, replicas);
            }
            this.concerns = Inspection.of(servers, questions);
        } catch (RedisException e) {
            close();
            throw new StoreException(
                    "Redis can't be reached: " + Causes.of(e) + "; check address, password and that the server runs",
                    e);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Where the servers are, and how to get there. */
    public static final class Source {
        private final Supplier<Servers> servers;

        private Source(Supplier<Servers> servers) {
            this.servers = servers;
        }

        /** The server or servers at an address, by a client that is closed with the link. */
        public static Source of(String address) {
            return new Source(Address.of(Objects.requireNonNull(address, "address")));
        }

        /** The server of this client, over connections of the link's own. */
        public static Source of(RedisClient client) {
            Objects.requireNonNull(client, "client");
            return new Source(() -> new SingleServer(client, false));
        }

        /** The cluster of this client, over connections of the link's own. */
        public static Source of(RedisClusterClient client) {
            Objects.requireNonNull(client, "client");
            return new Source(() -> new ClusterServers(client, false));
        }

        /** Over a connection that the application goes on to use, whatever its codec. */
        public static Source of(StatefulRedisConnection<?, ?> connection) {
            Objects.requireNonNull(connection, "connection");
            return new Source(() -> new BorrowedConnection(connection));
        }

        /** The same over a connection to a cluster. */
        public static Source of(StatefulRedisClusterConnection<?, ?> connection) {
            Objects.requireNonNull(connection, "connection");
            return new Source(() -> new BorrowedConnection(connection));
        }

        Servers servers() {
            return servers.get();
        }

        /**
         * Connects, looks at how the servers are set up, and logs a warning of what weakens the worth of what is stored there.
         *
         * @throws StoreException if no server can be reached
         */
        public RedisLink open(int connections, Duration timeout) {
            RedisLink link = new RedisLink(servers(), connections, timeout, null);
            link.concerns.forEach(Inspection::warn);
            return link;
        }
    }

    /** Returns when the call is done. */
    public <R> R send(Call<R> call) {
        return lanes.send(call);
    }

    Servers servers() {
        return servers;
    }

    Lanes lanes() {
        return lanes;
    }

    Questions questions() {
        return questions;
    }

    List<RedisConcern> concerns() {
        return concerns;
    }

    /** Closes the connections that were opened, and the client if it was made from an address. */
    @Override
    public void close() {
        lanes.close();
        servers.close();
    }
}
