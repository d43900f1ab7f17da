package dev.semel.redis;

import dev.semel.batch.Batch;
import dev.semel.batch.Combiner;
import dev.semel.batch.StackRoom;
import dev.semel.batch.Transport;
import dev.semel.store.StoreException;
import io.lettuce.core.api.StatefulConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a store. On one server the calls of many threads travel together, by a {@link Combiner}. In a cluster each goes alone,
 * over the connections in turn.
 */
final class Lanes implements Transport<Call<?>> {
    private static final Combiner.Limits LIMITS = new Combiner.Limits(64, 1 << 20);

    private final List<Lane> lanes = new ArrayList<>();
    private final boolean together;
    private final Duration timeout;
    private final Combiner<Call<?>> combiner;
    private final AtomicInteger turns = new AtomicInteger();
    private volatile boolean closed;

    /**
     * Without connections yet.
     *
     * @param together whether calls may travel together, since one server has everything
     * @param connections how many will be added
     */
    Lanes(boolean together, Duration timeout, int connections) {
        this.together = together;
        this.timeout = timeout;
        this.combiner = new Combiner<>(this, LIMITS, connections, Combiner.Handover.SEND_ON);
    }

    /** Only before the first call. */
    void add(StatefulConnection<byte[], byte[]> connection, Servers servers, @Nullable ReplicaWait replicas) {
        lanes.add(new Lane(connection, new Lane.Route(servers.isOne(), replicas, servers.isOwn())));
    }

    /** Returns when the call is done. */
    <R> R send(Call<R> call) {
        boolean done = together ? combiner.send(call, timeout.toNanos()) : sendAlone(call);
        if (!done) {
            call.giveUp(timeout);
            lanes.forEach(lane -> lane.leaveIfSilent(timeout));
        }
        return call.get();
    }

    /** Returns immediately. */
    void post(Call<?> call) {
        if (together) {
            combiner.post(call);
        } else {
            nextLane().sendAlone(call);
        }
    }

    private Lane nextLane() {
        StackRoom.require();
        return lanes.get(Math.floorMod(turns.getAndIncrement(), lanes.size()));
    }

    /** An interrupt is put off, since what is in flight can't be called back. */
    private boolean sendAlone(Call<?> call) {
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
    public void send(Batch<Call<?>> batch) {
        if (closed) {
            for (Call<?> call : batch.calls()) {
                call.fail(new StoreException("the Redis store was closed; open a new one", null));
                call.wake();
            }
            batch.end();
        } else {
            lanes.get(batch.lane()).send(batch);
        }
    }

    void close() {
        closed = true;
        lanes.forEach(Lane::close);
    }
}
