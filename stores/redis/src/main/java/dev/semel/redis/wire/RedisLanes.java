package dev.semel.redis.wire;

import dev.semel.StoreException;
import dev.semel.batch.Batch;
import dev.semel.batch.Combiner;
import dev.semel.batch.Transport;
import dev.semel.redis.server.Servers;
import dev.semel.thread.StackRoom;
import io.lettuce.core.api.StatefulConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a store. On one server, a {@link Combiner} sends the calls of many threads together. In a cluster each call is sent
 * alone, over the connections in turn.
 */
public final class RedisLanes implements Transport<ScriptCall<?>> {
    private static final Combiner.Limits LIMITS = new Combiner.Limits(64, 1 << 20);

    private final List<RedisLane> lanes = new ArrayList<>();
    private final boolean together;
    private final Duration timeout;
    private final Combiner<ScriptCall<?>> combiner;
    private final AtomicInteger turns = new AtomicInteger();
    private volatile boolean closed;

    /**
     * Creates lanes without connections.
     *
     * @param together whether calls may be combined, since one server holds everything
     * @param timeout how long a call waits for its reply
     * @param connections the number of connections that will be added
     */
    public RedisLanes(boolean together, Duration timeout, int connections) {
        this.together = together;
        this.timeout = timeout;
        this.combiner = new Combiner<>(this, LIMITS, connections, Combiner.Handover.SEND_ON);
    }

    /** Adds a connection. To be called before the first call is sent. */
    public void add(StatefulConnection<byte[], byte[]> connection, Servers servers, @Nullable ReplicaWait replicas) {
        lanes.add(new RedisLane(connection, new RedisLane.Route(servers.isOne(), replicas, servers.isOwn())));
    }

    /**
     * Sends a call and returns its answer.
     *
     * @throws dev.semel.SemelException if the call fails, or is not answered before the timeout
     */
    public <R> R send(ScriptCall<R> call) {
        boolean done = together ? combiner.send(call, timeout.toNanos()) : sendAlone(call);
        if (!done) {
            call.giveUp(timeout);
            lanes.forEach(lane -> lane.dropIfSilent(timeout));
        }
        return call.get();
    }

    /** Sends a call without waiting for its answer. */
    public void post(ScriptCall<?> call) {
        if (together) {
            combiner.post(call);
        } else {
            nextLane().sendAlone(call);
        }
    }

    private RedisLane nextLane() {
        StackRoom.require();
        return lanes.get(Math.floorMod(turns.getAndIncrement(), lanes.size()));
    }

    /** Defers interrupts until the call is done, since a command in flight cannot be recalled. */
    private boolean sendAlone(ScriptCall<?> call) {
        nextLane().sendAlone(call);
        long end = System.nanoTime() + timeout.toNanos();
        boolean interrupted = false;
        for (long left = timeout.toNanos(); left > 0 && !call.isDone(); left = end - System.nanoTime()) {
            LockSupport.parkNanos(call, left);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return call.isDone();
    }

    @Override
    public void send(Batch<ScriptCall<?>> batch) {
        if (closed) {
            for (ScriptCall<?> call : batch.calls()) {
                call.fail(new StoreException("the Redis store is closed; open a new one", null));
                call.wake();
            }
            batch.end();
        } else {
            lanes.get(batch.lane()).send(batch);
        }
    }

    /** Closes the connections that belong to Semel. Later calls fail. */
    public void close() {
        closed = true;
        lanes.forEach(RedisLane::close);
    }
}
