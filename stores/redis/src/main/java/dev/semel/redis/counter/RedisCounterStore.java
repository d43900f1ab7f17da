package dev.semel.redis.counter;

import dev.semel.StoreException;
import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.CounterStore;
import dev.semel.counter.store.StoredCount;
import dev.semel.redis.RedisLink;
import dev.semel.redis.RedisStore;
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
 * A store that keeps counts in Redis or Valkey: on one server, on a master behind Sentinel, or in a cluster. Thread-safe; create one store
 * per client and reuse it. Do not call it on Lettuce's threads: it waits for replies that arrive on these threads.
 *
 * <p>A count is a hash. All counts and remembered keys of a subject share one hash tag.
 *
 * <ol>
 *   <li>A call is one constant script, which the server runs atomically: it reads all counts, decides, and writes all of them or none. On one
 *       server, concurrent calls of many threads are sent as one run. Each has its own answer, and a call that fails does not affect others.
 *       No call waits for others to arrive.
 *   <li>If the connection is lost before the reply arrives, Lettuce would resend the command. A call with a key is recognised by its key and
 *       receives the first answer. A call without a key never runs twice: its caller receives a {@link StoreException}, and it is unknown
 *       whether it was counted. Nothing has to be remembered for this, and it holds without a time limit.
 *   <li>The server deletes a count a minute after its keep time ends, by its own clock. The same applies to keys.
 * </ol>
 *
 * <p>Evictions, and failovers to a replica that has not received a count, lose it. No store on Redis can prevent this.
 */
public final class RedisCounterStore implements CounterStore {
    private final RedisLink link;
    private final CountKeys keys;
    private volatile boolean closed;

    private RedisCounterStore(Builder settings) {
        this.keys = new CountKeys(settings.prefix);
        this.link = settings.source.open(settings.connections, settings.timeout);
    }

    /**
     * Opens a store at an address as in {@link RedisStore#at}, with the defaults of {@link #builder(String)}.
     *
     * @throws IllegalArgumentException if the address cannot be parsed
     * @throws StoreException if no server can be reached
     */
    public static RedisCounterStore at(String address) {
        return builder(address).build();
    }

    /**
     * Returns a builder for a store at an address as in {@link RedisStore#at}. Each store creates its own client and closes it.
     *
     * @throws IllegalArgumentException if the address cannot be parsed
     */
    public static Builder builder(String address) {
        return new Builder(RedisLink.Source.of(address));
    }

    /** Returns a builder for a store on a client's server. The store opens its own connections; the client must have an address. */
    public static Builder builder(RedisClient client) {
        return new Builder(RedisLink.Source.of(client));
    }

    /** Returns a builder for a store on a client's cluster. The store opens its own connections. */
    public static Builder builder(RedisClusterClient client) {
        return new Builder(RedisLink.Source.of(client));
    }

    /** Returns a builder for a store that shares a connection with the application, whatever its codec. */
    public static Builder builder(StatefulRedisConnection<?, ?> connection) {
        return new Builder(RedisLink.Source.of(connection));
    }

    /** Returns a builder for a store that shares a connection to a cluster with the application. */
    public static Builder builder(StatefulRedisClusterConnection<?, ?> connection) {
        return new Builder(RedisLink.Source.of(connection));
    }

    private <R> R send(CountStep<R> step) {
        if (closed) {
            throw new StoreException("the Redis counter store is closed; open a new one", null);
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

    /** Does nothing and returns 0: the server deletes expired counts automatically. */
    @Override
    public int purge(Instant now, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit is " + limit + "; must be at least 1");
        }
        return 0;
    }

    /** Closes the store's connections, and its client if the store was built from an address. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            link.close();
        }
    }

    /** Builds a {@link RedisCounterStore}. */
    public static final class Builder {
        private static final Pattern PREFIX = Pattern.compile("[!-z|~]{1,100}");

        private final RedisLink.Source source;
        private String prefix = "semel:count:";
        private int connections = 2;
        private Duration timeout = Duration.ofSeconds(5);

        private Builder(RedisLink.Source source) {
            this.source = source;
        }

        /** Sets the prefix of all keys. Defaults to {@code semel:count:}. Stores with different prefixes share no counts. */
        public Builder prefix(String choice) {
            prefix = Objects.requireNonNull(choice, "prefix");
            return this;
        }

        /** Sets the number of connections that all threads share. Defaults to 2; at most 16. Always one on a shared connection. */
        public Builder connections(int choice) {
            connections = choice;
            return this;
        }

        /**
         * Sets how long a call waits for its reply, including reconnections. Defaults to 5 seconds. A call that times out fails with a
         * {@link StoreException}, and may still be applied afterwards.
         */
        public Builder timeout(Duration choice) {
            timeout = Objects.requireNonNull(choice, "timeout");
            return this;
        }

        /**
         * Connects, inspects the servers' configuration, logs its weaknesses as warnings, and returns the store.
         *
         * @throws IllegalArgumentException if a setting is invalid
         * @throws StoreException if no server can be reached
         */
        public RedisCounterStore build() {
            require(
                    PREFIX.matcher(prefix).matches(),
                    "prefix is '" + prefix + "'; must be 1 to 100 visible ASCII characters without braces");
            require(connections >= 1 && connections <= 16, "connections is " + connections + "; must be 1 to 16");
            require(timeout.toMillis() >= 1, "timeout is " + timeout + "; must be at least 1 ms");
            return new RedisCounterStore(this);
        }

        private static void require(boolean right, String otherwise) {
            if (!right) {
                throw new IllegalArgumentException(otherwise);
            }
        }
    }
}
