package dev.semel.redis.wire;

import dev.semel.StoreException;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The number of replicas that must confirm a write before it is acknowledged.
 *
 * @param replicas the number of replicas
 * @param atMost how long the server waits for them
 */
public record ReplicaWait(int replicas, Duration atMost) {

    /**
     * Validates this setting.
     *
     * @param timeout how long a call waits for its reply
     * @throws IllegalArgumentException if there is no replica to wait for, or the wait does not end before the timeout
     */
    public void check(Duration timeout) {
        if (replicas < 1) {
            throw new IllegalArgumentException("waitForReplicas has " + replicas + " replicas; must be at least 1");
        }
        if (atMost.compareTo(timeout) >= 0 || atMost.toMillis() < 1) {
            throw new IllegalArgumentException("waitForReplicas waits " + atMost
                    + "; must be at least 1 ms and less than the timeout of " + timeout);
        }
    }

    /** Creates the failure of a store whose connections cannot wait for replicas. */
    public static IllegalArgumentException unsupported() {
        return new IllegalArgumentException(
                "waitForReplicas needs dedicated connections to one master: build the store from an address or a"
                        + " RedisClient, not from a connection or for a cluster");
    }

    AsyncCommand<byte[], byte[], Long> command() {
        CommandArgs<byte[], byte[]> args =
                new CommandArgs<>(ByteArrayCodec.INSTANCE).add(replicas).add(Math.max(1, atMost.toMillis()));
        return new AsyncCommand<>(new Command<>(CommandType.WAIT, new IntegerOutput<>(ByteArrayCodec.INSTANCE), args));
    }

    /** Returns the failure of calls that wrote, or {@code null} if enough replicas confirmed. */
    @Nullable
    StoreException judge(long confirmed) {
        if (confirmed >= replicas) {
            return null;
        }
        return new StoreException(
                "only " + confirmed + " of " + replicas + " replicas confirmed a call within " + atMost.toMillis()
                        + " ms; it is applied on the master and may be lost if the master fails now. Check the replicas,"
                        + " and send the same call again",
                null);
    }
}
