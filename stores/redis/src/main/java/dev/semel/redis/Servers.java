package dev.semel.redis;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the records are, and how to get there. */
interface Servers extends AutoCloseable {

    /** A connection for the scripts. */
    StatefulConnection<byte[], byte[]> connect();

    /** Whether one server has all records, so that one script can see to many of them. */
    boolean isOne();

    /** Whether connections are Semel's own, so that they may be closed, and blocked for a while. */
    boolean isOwn();

    /** How many connections there can be for the scripts. */
    default int mostConnections() {
        return 16;
    }

    /** A connection to each master, for looking around. */
    List<StatefulConnection<byte[], byte[]>> masters();

    /** A connection on which servers tell what has changed; {@code null} if there can be none. */
    @Nullable
    StatefulRedisPubSubConnection<String, String> listen();

    /** Closes what was opened for {@link #masters}, and the client if it is Semel's own. */
    @Override
    void close();
}
