package dev.semel.redis;

import dev.semel.RecordState;
import dev.semel.StoreException;
import dev.semel.redis.record.ClaimScriptCall;
import dev.semel.redis.record.FindScriptCall;
import dev.semel.redis.record.RecordKeys;
import dev.semel.redis.record.RecordScan;
import dev.semel.redis.record.RecordWatches;
import dev.semel.redis.record.WriteScriptCall;
import dev.semel.redis.server.Servers;
import dev.semel.redis.wire.ReplicaWait;
import dev.semel.redis.wire.ScriptCall;
import dev.semel.store.BrowsableStore;
import dev.semel.store.Causes;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import dev.semel.store.WatchableStore;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A store that keeps records in Redis or Valkey: on one server, on a master behind Sentinel, or in a cluster. The server's clock decides
 * about leases and retentions. Thread-safe; create one store per client and reuse it. Do not call it on Lettuce's threads, such as in the
 * callback of a command: it waits for replies that arrive on these threads.
 *
 * <p>A record is one key with a binary value: a header with version, state, token, fingerprint and times, then the names, then the result.
 * Each step is one constant script on that key, which the server runs atomically:
 *
 * <ol>
 *   <li>A claim reads the value and writes it only if there is none or it can be replaced. Otherwise the value is the answer, including the
 *       result. If the reply is lost, the nonce in the value shows a repeated claim that it is the owner.
 *   <li>Every later write carries epoch and nonce, and changes nothing if they differ from those in the value. If the reply is lost, the
 *       value's state shows that the write was applied. The same holds if Lettuce resends a command after a reconnection.
 *   <li>The server deletes a key a tenth of a second after its retention ends. An expired record counts as absent in the meantime.
 *   <li>The calls of many threads are sent together, on one server as one command: see {@link Builder#connections}.
 * </ol>
 *
 * <p>The durability of an acknowledged write depends on the server's configuration; {@link #concerns()} reports its weaknesses. A failover
 * to a replica that has not received a claim or a settlement loses it, and its operation may run again. No store on Redis can prevent this.
 */
public final class RedisStore implements BrowsableStore, WatchableStore {
    private final RedisLink link;
    private final RecordKeys keys;
    private final RecordWatches watches;
    private final RecordScan scan;
    private final int maxResultBytes;
    private final String address;
    private volatile boolean closed;

    private RedisStore(Builder settings, Servers servers) {
        this.address = settings.address;
        this.keys = new RecordKeys(settings.prefix);
        this.maxResultBytes = settings.maxResultBytes;
        this.link = new RedisLink(servers, settings.connections, settings.timeout, settings.replicas);
        this.scan = new RecordScan(servers, link.commands(), keys);
        this.watches = new RecordWatches(servers, keys, link.lanes());
        try {
            Inspection.judge(link.concerns(), settings.refused);
        } catch (StoreException e) {
            close();
            throw e;
        }
    }

    /**
     * Opens a store at an address, with the defaults of {@link #builder(String)}. An address is {@code redis://host:port},
     * {@code rediss://} for TLS, {@code redis-sentinel://host:port,host:port#master-name}, {@code redis-cluster://host:port,host:port} or
     * {@code rediss-cluster://}, each with an optional {@code user:password@} before the host.
     *
     * @throws IllegalArgumentException if the address cannot be parsed
     * @throws StoreException if no server can be reached
     */
    public static RedisStore at(String address) {
        return builder(address).build();
    }

    /**
     * Returns a builder for a store at an address as in {@link #at}. Each store creates its own client and closes it.
     *
     * @throws IllegalArgumentException if the address cannot be parsed
     */
    public static Builder builder(String address) {
        Builder builder = new Builder(RedisLink.Source.of(address));
        builder.address = Causes.withoutSecrets(address).replaceAll("[?].*", "");
        return builder;
    }

    /** Returns a builder for a store on a client's server. The store opens its own connections; the client must have an address. */
    public static Builder builder(RedisClient client) {
        return new Builder(RedisLink.Source.of(client));
    }

    /** Returns a builder for a store on a client's cluster. The store opens its own connections. */
    public static Builder builder(RedisClusterClient client) {
        return new Builder(RedisLink.Source.of(client));
    }

    /**
     * Returns a builder for a store that shares a connection with the application, whatever its codec. Watches receive no notifications, and
     * {@link Builder#waitForReplicas} is rejected, since it would block the application's commands.
     */
    public static Builder builder(StatefulRedisConnection<?, ?> connection) {
        return new Builder(RedisLink.Source.of(connection));
    }

    /** Returns a builder for a store that shares a connection to a cluster with the application. */
    public static Builder builder(StatefulRedisClusterConnection<?, ?> connection) {
        return new Builder(RedisLink.Source.of(connection));
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        return send(new ClaimScriptCall(request, keys));
    }

    @Override
    public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
        return send(WriteScriptCall.renewal(target(id, token), terms));
    }

    @Override
    public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
        if (result.size() > maxResultBytes) {
            throw new ResultTooLargeException(result.size(), maxResultBytes);
        }
        return send(WriteScriptCall.settlement(target(id, token), result, retention));
    }

    @Override
    public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
        return send(WriteScriptCall.release(target(id, token), as, retention));
    }

    @Override
    public Optional<StoredRecord> find(RecordId id) {
        return send(new FindScriptCall(id, keys));
    }

    private WriteScriptCall.Target target(RecordId id, Token token) {
        return new WriteScriptCall.Target(id, keys, token);
    }

    private <R> R send(ScriptCall<R> call) {
        ensureOpen();
        return link.send(call);
    }

    /** Does nothing and returns 0: the server deletes expired records automatically. */
    @Override
    public int purge(int limit) {
        ensureOpen();
        if (limit < 1) {
            throw new IllegalArgumentException("limit is " + limit + "; must be at least 1");
        }
        return 0;
    }

    /**
     * {@inheritDoc}
     *
     * <p>Scans all keys of the server, even for a small page, and fetches the beginning of each record.
     */
    @Override
    public List<StoredRecord> browse(Query query) {
        ensureOpen();
        return scan.browse(query, this::find);
    }

    /**
     * {@inheritDoc}
     *
     * <p>Scans all keys of the server, and fetches the beginning of each record.
     */
    @Override
    public Map<RecordState, Long> countByState() {
        ensureOpen();
        return scan.countByState();
    }

    /**
     * {@inheritDoc}
     *
     * <p>All watches share one connection, which the first watch opens. Owners publish only for watched records. A store that shares the
     * application's connection never notifies.
     */
    @Override
    public Watch watch(RecordId id, Runnable changed) {
        return watches.watch(id, changed);
    }

    /** Returns the weaknesses of the servers' configuration, determined when the store was built; empty if there are none. */
    public List<RedisConcern> concerns() {
        return link.concerns();
    }

    /** Closes the store's connections, and its client if the store was built from an address. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            watches.close();
            link.close();
        }
    }

    /** Returns the store's address, without user and password. */
    @Override
    public String toString() {
        return "RedisStore (" + address + ")";
    }

    private void ensureOpen() {
        if (closed) {
            throw new StoreException("the Redis store is closed; open a new one", null);
        }
    }

    /** Builds a {@link RedisStore}. */
    public static final class Builder {
        private static final Pattern PREFIX = Pattern.compile("[!-~]{1,100}");
        /** Half of the largest value that Redis accepts by default. */
        private static final int MOST_BYTES = 256 << 20;

        private static final Duration LONGEST_TIMEOUT = Duration.ofHours(1);

        private final RedisLink.Source source;
        private String address = "a client of the application";
        private String prefix = "semel:";
        private int maxResultBytes = 1 << 20;
        private int connections = 2;
        private Duration timeout = Duration.ofSeconds(5);
        private @Nullable ReplicaWait replicas;
        private Set<RedisConcern.Kind> refused = Set.of();

        private Builder(RedisLink.Source source) {
            this.source = source;
        }

        /** Sets the prefix of all keys. Defaults to {@code semel:}. Stores with different prefixes share no records. */
        public Builder prefix(String choice) {
            prefix = Objects.requireNonNull(choice, "prefix");
            return this;
        }

        /** Sets the maximum size of a result. Defaults to 1 MiB; at most 256 MiB. A larger result is rejected before it is sent. */
        public Builder maxResultBytes(int choice) {
            maxResultBytes = choice;
            return this;
        }

        /**
         * Sets the number of connections that all threads share. Defaults to 2; at most 16. Calls that wait for a connection are sent
         * together. A call on its own is never delayed. A store that shares the application's connection always uses one.
         */
        public Builder connections(int choice) {
            connections = choice;
            return this;
        }

        /**
         * Sets how long a call waits for its reply, including reconnections. Defaults to 5 seconds; at most an hour. A call that times out
         * fails with a {@link StoreException}, and may still be applied afterwards.
         */
        public Builder timeout(Duration choice) {
            timeout = Objects.requireNonNull(choice, "timeout");
            return this;
        }

        /**
         * Makes claims and settlements wait until this many replicas have confirmed them (WAIT). None by default.
         *
         * <p>If the replicas do not confirm in time, the call fails with a {@link StoreException} although it is applied on the master. The
         * operation of such a claim does not run, and its lease expires as if the process had died. Such a settlement is sent again while
         * its lease lasts, and is then reported as not recorded. A call that only reads, such as a replay, may wait together with others,
         * and is answered in any case.
         *
         * <p>Waiting makes lost writes after a failover rarer, and does not prevent them. Not supported in a cluster or on a shared connection.
         */
        public Builder waitForReplicas(int count, Duration atMost) {
            replicas = new ReplicaWait(count, Objects.requireNonNull(atMost, "atMost"));
            return this;
        }

        /** Sets the concerns that prevent the store from starting. None by default: concerns are logged as warnings. */
        public Builder refuse(RedisConcern.Kind... kinds) {
            refused = kinds.length == 0 ? Set.of() : EnumSet.copyOf(List.of(kinds));
            return this;
        }

        /**
         * Connects, inspects the servers' configuration, and returns the store.
         *
         * @throws IllegalArgumentException if a setting is invalid
         * @throws StoreException if no server can be reached, or one has a concern that is to be {@linkplain #refuse refused}
         */
        public RedisStore build() {
            require(
                    PREFIX.matcher(prefix).matches(),
                    "prefix is '" + prefix + "'; must be 1 to 100 visible ASCII characters");
            require(
                    maxResultBytes >= 1_000 && maxResultBytes <= MOST_BYTES,
                    "maxResultBytes is " + maxResultBytes + "; must be 1000 to " + MOST_BYTES);
            require(connections >= 1 && connections <= 16, "connections is " + connections + "; must be 1 to 16");
            require(
                    timeout.compareTo(LONGEST_TIMEOUT) <= 0 && timeout.toMillis() >= 1,
                    "timeout is " + timeout + "; must be 1 ms to " + LONGEST_TIMEOUT);
            if (replicas != null) {
                replicas.check(timeout);
            }
            return new RedisStore(this, opened());
        }

        private Servers opened() {
            Servers opened = source.servers();
            if (replicas != null && !(opened.isOwn() && opened.isOne())) {
                opened.close();
                throw ReplicaWait.unsupported();
            }
            return opened;
        }

        private static void require(boolean right, String otherwise) {
            if (!right) {
                throw new IllegalArgumentException(otherwise);
            }
        }
    }
}
