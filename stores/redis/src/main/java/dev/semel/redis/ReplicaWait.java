package dev.semel.redis;

import dev.semel.store.StoreException;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How many replicas have to have a claim or a settlement before it is answered.
 *
 * @param replicas how many
 * @param atMost how long the server waits for them
 */
record ReplicaWait(int replicas, Duration atMost) {

    /**
     * Looks at whether it makes sense.
     *
     * @param timeout how long a call waits for its answer
     * @throws IllegalArgumentException if it does not
     */
    void check(Duration timeout) {
        RedisStore.Builder.require(replicas >= 1, "waitForReplicas wants at least 1 replica, not " + replicas);
        RedisStore.Builder.require(
                atMost.compareTo(timeout) < 0 && atMost.toMillis() >= 1,
                "waitForReplicas wants to wait at least 1 ms and less than the timeout of " + timeout);
    }

    static IllegalArgumentException impossible() {
        return new IllegalArgumentException(
                "waitForReplicas needs connections of its own to one master: build the store from an address or a"
                        + " RedisClient, not from a connection or for a cluster");
    }

    AsyncCommand<byte[], byte[], Long> command() {
        CommandArgs<byte[], byte[]> args =
                new CommandArgs<>(ByteArrayCodec.INSTANCE).add(replicas).add(Math.max(1, atMost.toMillis()));
        return new AsyncCommand<>(new Command<>(CommandType.WAIT, new IntegerOutput<>(ByteArrayCodec.INSTANCE), args));
    }

    /** What those whose writes so few replicas have are told; {@code null} if they are enough. */
    @Nullable
    StoreException judge(long found) {
        if (found >= replicas) {
            return null;
        }
        return new StoreException(
                "only " + found + " of " + replicas + " replicas confirmed a call within " + atMost.toMillis()
                        + " ms; it is applied on the master and may get lost if that fails now. Look at the replicas,"
                        + " and send the same call again",
                null);
    }
}
