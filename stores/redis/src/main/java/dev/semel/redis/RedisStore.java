package dev.semel.redis;

import dev.semel.store.BrowsableStore;
import dev.semel.store.Causes;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.RecordState;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.StoreException;
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
 * Keeps records in Redis or Valkey: in one server, in one that Sentinels watch, or in a cluster. All times are the server's. Safe for use by many
 * threads; make one for a client and keep it. Don't call it on Lettuce's own threads, such as in a callback of a command: it waits for answers
 * that arrive there.
 *
 * <p>A record is one key with one value of bytes: a header with version, state, token, fingerprint and times, then the names, then the result.
 * Each step is one constant script on that key, which the server runs as a whole and with nothing in between:
 *
 * <ol>
 *   <li>A claim looks at the value and, only if there is none or it gives way, writes it; what does not give way is the answer, result included.
 *       If the reply is lost, the nonce in the value tells the one who asks again that it is the owner.
 *   <li>Every later write names epoch and nonce, and changes nothing if they are not those in the value. If the reply is lost, the value's
 *       state tells that it was applied. Lettuce may send a command twice by itself after a reconnection; that is the same case.
 *   <li>The server removes a key a tenth of a second after its retention is over; what is over counts as absent in the meantime.
 *   <li>The steps of many threads travel together, and on one server as one command: see {@link Builder#connections}.
 * </ol>
 *
 * <p>What an acknowledged write is worth depends on how the server is set up; {@link #concerns()} says what was found. A failover to a
 * replica that had not heard of a claim or a settlement forgets it, and its operation may run again: no store on Redis can rule that out.
 */
public final class RedisStore implements BrowsableStore, WatchableStore {
    private final RedisLink link;
    private final Keys keys;
    private final Hints hints;
    private final Browsing browsing;
    private final int maxResultBytes;
    private final String address;
    private volatile boolean closed;

    private RedisStore(Builder settings, Servers servers) {
        this.address = settings.address;
        this.keys = new Keys(settings.prefix);
        this.maxResultBytes = settings.maxResultBytes;
        this.link = new RedisLink(servers, settings.connections, settings.timeout, settings.replicas);
        this.browsing = new Browsing(servers, link.questions(), keys);
        this.hints = new Hints(servers, keys, link.lanes());
        try {
            Inspection.judge(link.concerns(), settings.refused);
        } catch (StoreException e) {
            close();
            throw e;
        }
    }

    /**
     * In the server or servers at this address, with the defaults of {@link #builder(String)}: {@code redis://host:port},
     * {@code rediss://} for TLS, {@code redis-sentinel://host:port,host:port#master-name}, {@code redis-cluster://host:port,host:port} or
     * {@code rediss-cluster://}, each with {@code user:password@} before the host if need be.
     */
    public static RedisStore at(String address) {
        return builder(address).build();
    }

    /** In the server or servers at an address as in {@link #at}, with a choice. Each store makes a client of its own and closes it. */
    public static Builder builder(String address) {
        Builder builder = new Builder(RedisLink.Source.of(address));
        builder.address = Causes.withoutSecrets(address).replaceAll("[?].*", "");
        return builder;
    }

    /** In the server of this client, with a choice. The store opens connections of its own; the client needs an address. */
    public static Builder builder(RedisClient client) {
        return new Builder(RedisLink.Source.of(client));
    }

    /** In the cluster of this client, with a choice. The store opens connections of its own. */
    public static Builder builder(RedisClusterClient client) {
        return new Builder(RedisLink.Source.of(client));
    }

    /**
     * Over a connection that the application goes on to use, whatever its codec. There are no hints for those who wait, and
     * {@link Builder#waitForReplicas} is refused, since it would hold up the application's own commands.
     */
    public static Builder builder(StatefulRedisConnection<?, ?> connection) {
        return new Builder(RedisLink.Source.of(connection));
    }

    /** The same over a connection to a cluster. */
    public static Builder builder(StatefulRedisClusterConnection<?, ?> connection) {
        return new Builder(RedisLink.Source.of(connection));
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        return send(new ClaimCall(request, keys.of(request.id())));
    }

    @Override
    public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
        return send(WriteCall.renewal(target(id, token), terms));
    }

    @Override
    public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
        if (result.size() > maxResultBytes) {
            throw new ResultTooLargeException(result.size(), maxResultBytes);
        }
        return send(WriteCall.settlement(target(id, token), result, retention));
    }

    @Override
    public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
        return send(WriteCall.release(target(id, token), as, retention));
    }

    @Override
    public Optional<StoredRecord> find(RecordId id) {
        return send(new FindCall(id, keys.of(id)));
    }

    private WriteCall.Target target(RecordId id, Token token) {
        return new WriteCall.Target(id, keys, token);
    }

    private <R> R send(Call<R> call) {
        ensureOpen();
        return link.send(call);
    }

    /** Does nothing and returns 0: the server removes what is over by itself. */
    @Override
    public int purge(int limit) {
        ensureOpen();
        if (limit < 1) {
            throw new IllegalArgumentException("limit is " + limit + "; it must be at least 1");
        }
        return 0;
    }

    /**
     * {@inheritDoc}
     *
     * <p>Goes through all keys of the server by SCAN, also for a small page, and fetches the beginning of each record.
     */
    @Override
    public List<StoredRecord> browse(Query query) {
        ensureOpen();
        return browsing.browse(query, this::find);
    }

    /**
     * {@inheritDoc}
     *
     * <p>Goes through all keys of the server by SCAN, and fetches the beginning of each record.
     */
    @Override
    public Map<RecordState, Long> countByState() {
        ensureOpen();
        return browsing.countByState();
    }

    /**
     * {@inheritDoc}
     *
     * <p>Over one connection for all watches, opened with the first. Those who settle publish only for records that somebody watches. No hints
     * come if the store was built on a connection of the application.
     */
    @Override
    public Watch watch(RecordId id, Runnable changed) {
        return hints.watch(id, changed);
    }

    /** What weakens the records' worth, as it was when the store was built; empty if nothing was found. */
    public List<RedisConcern> concerns() {
        return link.concerns();
    }

    /** Closes the connections that the store has opened, and the client if the store was built from an address. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            hints.close();
            link.close();
        }
    }

    /** Names the servers by their address, without user and password. */
    @Override
    public String toString() {
        return "RedisStore (" + address + ")";
    }

    private void ensureOpen() {
        if (closed) {
            throw new StoreException("the Redis store was closed; open a new one", null);
        }
    }

    /** Makes a {@link RedisStore}. */
    public static final class Builder {
        private static final Pattern PREFIX = Pattern.compile("[!-~]{1,100}");
        /** Half of what Redis takes as one value by default. */
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

        /** {@code semel:} by default. What all keys begin with; stores with different prefixes know nothing of each other. */
        public Builder prefix(String choice) {
            prefix = Objects.requireNonNull(choice, "prefix");
            return this;
        }

        /** 1 MiB by default, 256 MiB at most. A larger result is refused before it is sent. */
        public Builder maxResultBytes(int choice) {
            maxResultBytes = choice;
            return this;
        }

        /**
         * Two by default. Over how many connections the calls of all threads travel, as many as have gathered in one go. A thread alone is
         * never delayed. Always one if the store was built on a connection.
         */
        public Builder connections(int choice) {
            connections = choice;
            return this;
        }

        /**
         * Five seconds by default, an hour at most. How long a call waits for its answer, a reconnection included, before it fails as not known. What was
         * sent may still be applied after that.
         */
        public Builder timeout(Duration choice) {
            timeout = Objects.requireNonNull(choice, "timeout");
            return this;
        }

        /**
         * None by default. Lets claims and settlements wait until so many replicas have them (the command WAIT). If they don't in time the
         * call fails with {@link StoreException}, although it is applied on the master: a claim so that its operation does not run, and a
         * settlement so that it is sent again while its lease lasts, and then reported as not recorded. The claim's lease runs out like one of
         * a process that died. What only answers, such as a replay, waits with the others and is answered in any case. This makes it rarer that a
         * failover forgets something, and does not rule it out. Not in a cluster.
         */
        public Builder waitForReplicas(int count, Duration atMost) {
            replicas = new ReplicaWait(count, Objects.requireNonNull(atMost, "atMost"));
            return this;
        }

        /** None by default: what is found is logged as a warning. What to refuse to start with. */
        public Builder refuse(RedisConcern.Kind... kinds) {
            refused = kinds.length == 0 ? Set.of() : EnumSet.copyOf(List.of(kinds));
            return this;
        }

        /**
         * Connects, looks at how the servers are set up, and makes the store.
         *
         * @throws IllegalArgumentException if a setting is wrong
         * @throws StoreException if no server can be reached, or one is set up in a way that is to be {@linkplain #refuse refused}
         */
        public RedisStore build() {
            require(PREFIX.matcher(prefix).matches(), "the prefix must be 1 to 100 visible ASCII characters");
            require(
                    maxResultBytes >= 1_000 && maxResultBytes <= MOST_BYTES,
                    "maxResultBytes is " + maxResultBytes + "; it must be 1000 to " + MOST_BYTES);
            require(connections >= 1 && connections <= 16, "connections is " + connections + "; it must be 1 to 16");
            require(
                    timeout.compareTo(LONGEST_TIMEOUT) <= 0 && timeout.toMillis() >= 1,
                    "timeout is " + timeout + "; it must be 1 ms to " + LONGEST_TIMEOUT);
            if (replicas != null) {
                replicas.check(timeout);
            }
            return new RedisStore(this, opened());
        }

        private Servers opened() {
            Servers opened = source.servers();
            if (replicas != null && !(opened.isOwn() && opened.isOne())) {
                opened.close();
                throw ReplicaWait.impossible();
            }
            return opened;
        }

        static void require(boolean right, String otherwise) {
            if (!right) {
                throw new IllegalArgumentException(otherwise);
            }
        }
    }
}
