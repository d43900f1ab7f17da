package dev.semel.redis.counter;

import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.CounterStore;
import dev.semel.counter.store.StoredCount;
import dev.semel.redis.RedisLink;
import dev.semel.redis.RedisStore;
import dev.semel.store.StoreException;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Keeps counts in Redis or Valkey: in one server, in one that Sentinels watch, or in a cluster. Safe for use by many threads; make one for a client
 * and keep it. Don't call it on Lettuce's own threads: it waits for answers that arrive there.
 *
 * <p>A count is a hash; all counts and remembered keys of a subject have one hash tag.
 *
 * <ol>
 *   <li>A call is a run of one constant script, which the server runs as a whole and with nothing in between: it looks at all counts, decides, and
 *       writes all of them or none. On one server the calls of many threads travel as one run, without waiting for each other to come; each
 *       has its own answer, and one that fails harms no other. A process that dies has sent it or not.
 *   <li>If the connection is lost before the answer came, Lettuce would send the command again by itself. A call with a key is recognised by
 *       that key and gets the first answer. A call without one is never run a second time: its caller gets a {@link StoreException}, and it is
 *       unknown whether it was counted. This holds for ever and needs nothing to be remembered.
 *   <li>The server removes a count a minute after it is to be kept no longer, by its own clock, and a key likewise.
 * </ol>
 *
 * <p>A failover to a replica that had not heard of a count, and an eviction, forget it: no store on Redis can rule that out.
 */
public final class RedisCounterStore implements CounterStore {
    private final RedisLink link;
    private final CountKeys keys;
    private volatile boolean closed;

    private RedisCounterStore(Builder settings) {
        this.keys = new CountKeys(settings.prefix);
        this.link = settings.source.open(settings.connections, settings.timeout);
    }

    /** In the server or servers at an address as in {@link RedisStore#at}, with the defaults of {@link #builder(String)}. */
    public static RedisCounterStore at(String address) {
        return builder(address).build();
    }

    /** In the server or servers at an address, with a choice. Each store makes a client of its own and closes it. */
    public static Builder builder(String address) {
        return new Builder(RedisLink.Source.of(address));
    }

    /** In the server of this client, with a choice. The store opens connections of its own; the client needs an address. */
    public static Builder builder(RedisClient client) {
        return new Builder(RedisLink.Source.of(client));
    }

    /** In the cluster of this client, with a choice. The store opens connections of its own. */
    public static Builder builder(RedisClusterClient client) {
        return new Builder(RedisLink.Source.of(client));
    }

    /** Over a connection that the application goes on to use, whatever its codec. */
    public static Builder builder(StatefulRedisConnection<?, ?> connection) {
        return new Builder(RedisLink.Source.of(connection));
    }

    /** The same over a connection to a cluster. */
    public static Builder builder(StatefulRedisClusterConnection<?, ?> connection) {
        return new Builder(RedisLink.Source.of(connection));
    }

    private <R> R send(CountStep<R> step) {
        if (closed) {
            throw new StoreException("the Redis store for counts was closed; open a new one", null);
        }
        return link.send(step);
    }

    @Override
    public CountResult apply(CountCall call) {
        return send(CountStep.addition(keys, call));
    }

    @Override
    public void takeBack(CountCall call) {
        send(CountStep.takingBack(keys, call));
    }

    @Override
    public Optional<StoredCount> find(CounterId id) {
        return send(CountStep.look(keys, id));
    }

    /** Does nothing and returns 0: the server removes what is over by itself. */
    @Override
    public int purge(Instant now, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit is " + limit + "; it must be at least 1");
        }
        return 0;
    }

    /** Closes the connections that the store has opened, and the client if the store was built from an address. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            link.close();
        }
    }

    /** Makes a {@link RedisCounterStore}. */
    public static final class Builder {
        private static final Pattern PREFIX = Pattern.compile("[!-z|~]{1,100}");

        private final RedisLink.Source source;
        private String prefix = "semel:count:";
        private int connections = 2;
        private Duration timeout = Duration.ofSeconds(5);

        private Builder(RedisLink.Source source) {
            this.source = source;
        }

        /** {@code semel:count:} by default. What all keys begin with; stores with different prefixes know nothing of each other. */
        public Builder prefix(String choice) {
            prefix = Objects.requireNonNull(choice, "prefix");
            return this;
        }

        /** Two by default. Over how many connections the calls of all threads travel. Always one if the store was built on a connection. */
        public Builder connections(int choice) {
            connections = choice;
            return this;
        }

        /**
         * Five seconds by default. How long a call waits for its answer, a reconnection included, before it fails as not known. What was
         * sent may still be applied after that.
         */
        public Builder timeout(Duration choice) {
            timeout = Objects.requireNonNull(choice, "timeout");
            return this;
        }

        /**
         * Connects, looks at how the servers are set up, logs as a warning what weakens the counts' worth, and makes the store.
         *
         * @throws IllegalArgumentException if a setting is wrong
         * @throws StoreException if no server can be reached
         */
        public RedisCounterStore build() {
            require(
                    PREFIX.matcher(prefix).matches(),
                    "the prefix must be 1 to 100 visible ASCII characters, no braces");
            require(connections >= 1 && connections <= 16, "connections is " + connections + "; it must be 1 to 16");
            require(timeout.toMillis() >= 1, "timeout is " + timeout + "; it must be at least 1 ms");
            return new RedisCounterStore(this);
        }

        private static void require(boolean right, String otherwise) {
            if (!right) {
                throw new IllegalArgumentException(otherwise);
            }
        }
    }
}
