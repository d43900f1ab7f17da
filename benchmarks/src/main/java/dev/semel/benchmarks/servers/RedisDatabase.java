package dev.semel.benchmarks.servers;

import dev.semel.benchmarks.measure.Contender.Trace;
import dev.semel.benchmarks.workload.CallKeys;
import dev.semel.benchmarks.workload.StoredResults;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import org.jspecify.annotations.Nullable;

/** A numbered database of a private Redis server for one contender, and the connection that all its threads share. */
public final class RedisDatabase implements Trace {
    private final String address;
    private final StatefulRedisConnection<String, byte[]> connection;
    private final @Nullable String hash;

    RedisDatabase(RedisClient client, String address) {
        this.address = address;
        this.connection =
                client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE), RedisURI.create(address));
        this.hash = null;
    }

    private RedisDatabase(RedisDatabase other, String hash) {
        this.address = other.address;
        this.connection = other.connection;
        this.hash = hash;
    }

    /** Returns this database for a contender that keeps all its records in one hash. */
    public RedisDatabase ofHash(String name) {
        return new RedisDatabase(this, name);
    }

    /** Returns its address. */
    public String address() {
        return address;
    }

    /** Returns the shared connection. */
    public StatefulRedisConnection<String, byte[]> connection() {
        return connection;
    }

    /** Returns the commands of the shared connection. */
    public RedisCommands<String, byte[]> commands() {
        return connection.sync();
    }

    @Override
    public long atStart() {
        return StoredResults.AT_START;
    }

    @Override
    public long count() {
        return hash == null ? commands().dbsize() : commands().hlen(hash);
    }

    /** Deletes everything. */
    public void clear() {
        commands().flushdb();
    }

    /** Replaces all records by plain ones, as many as in the initial state of other contenders. */
    public void fill() {
        clear();
        for (int i = 0; i < StoredResults.AT_START; i++) {
            commands().set(CallKeys.known(i), StoredResults.RESULT);
        }
    }
}
