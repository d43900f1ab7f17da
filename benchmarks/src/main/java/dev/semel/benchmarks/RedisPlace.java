package dev.semel.benchmarks;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import org.jspecify.annotations.Nullable;

/** A database of a contender, and the connection that all threads of an application share. */
final class RedisPlace {
    private final String address;
    private final StatefulRedisConnection<String, byte[]> connection;
    private final @Nullable String hash;

    RedisPlace(RedisClient client, String address) {
        this.address = address;
        this.connection =
                client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE), RedisURI.create(address));
        this.hash = null;
    }

    private RedisPlace(RedisPlace place, String hash) {
        this.address = place.address;
        this.connection = place.connection;
        this.hash = hash;
    }

    /** The same for one who keeps all records in a hash of this name. */
    RedisPlace ofHash(String name) {
        return new RedisPlace(this, name);
    }

    String address() {
        return address;
    }

    StatefulRedisConnection<String, byte[]> connection() {
        return connection;
    }

    RedisCommands<String, byte[]> commands() {
        return connection.sync();
    }

    /** How many records there are. */
    long count() {
        return hash == null ? commands().dbsize() : commands().hlen(hash);
    }

    /** Makes it hold as many plain records as those of the others hold. */
    void fill() {
        commands().flushdb();
        for (int i = 0; i < Rows.AT_THE_START; i++) {
            commands().set(SqlKeys.known(i), Rows.RESULT);
        }
    }
}
