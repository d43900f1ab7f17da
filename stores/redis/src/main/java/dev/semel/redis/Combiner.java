package dev.semel.redis;

import dev.semel.store.StoreException;
import io.lettuce.core.api.StatefulConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Lets the calls of many threads travel together, without a thread of its own and without ever waiting for more to come. A caller puts its call
 * in the queue and, if a lane is free, sends what has gathered. When a batch is back, the lane takes what has gathered meanwhile.
 *
 * <p>Nobody is forgotten: a caller that found no lane free had put its call in the queue before, so that whoever frees a lane, and looks at
 * the queue after that, sees it.
 */
final class Combiner {
    private static final int MAX_CALLS = 64;
    private static final int MAX_BYTES = 1 << 20;

    private final ConcurrentLinkedQueue<Call<?>> waiting = new ConcurrentLinkedQueue<>();
    private final List<Lane> lanes = new ArrayList<>();
    private final boolean together;
    private final Duration timeout;
    private final AtomicInteger turns = new AtomicInteger();
    private volatile boolean closed;

    /**
     * Without lanes yet.
     *
     * @param together whether calls may travel together, since one server has everything
     */
    Combiner(boolean together, Duration timeout) {
        this.together = together;
        this.timeout = timeout;
    }

    /** Only before the first call. */
    void add(StatefulConnection<byte[], byte[]> connection, Servers servers, @Nullable ReplicaWait replicas) {
        lanes.add(new Lane(
                connection, new Lane.Route(servers.isOne(), replicas, servers.isOwn(), waiting::add, this::isBack)));
    }

    /** Returns when the call is done. */
    <R> R send(Call<R> call) {
        post(call);
        try {
            return call.await(timeout);
        } finally {
            if (call.isGivenUp()) {
                lanes.forEach(lane -> lane.leaveIfSilent(timeout));
            }
        }
    }

    /** Returns at once. */
    void post(Call<?> call) {
        if (!together) {
            lanes.get(Math.floorMod(turns.getAndIncrement(), lanes.size())).sendAlone(call);
            return;
        }
        waiting.add(call);
        for (int i = 0; i < lanes.size() && !waiting.isEmpty(); i++) {
            Lane lane = lanes.get(i);
            if (lane.take()) {
                sendOver(lane);
            }
        }
    }

    /** The lane is taken, and is either on its way or free again afterwards. */
    private void sendOver(Lane lane) {
        while (true) {
            List<Call<?>> batch = gather();
            if (!batch.isEmpty()) {
                lane.send(batch);
                return;
            }
            lane.release();
            if (waiting.isEmpty() || !lane.take()) {
                return;
            }
        }
    }

    private void isBack(Lane lane) {
        if (together) {
            sendOver(lane);
        }
    }

    private List<Call<?>> gather() {
        List<Call<?>> batch = new ArrayList<>();
        int bytes = 0;
        while (batch.size() < MAX_CALLS && bytes < MAX_BYTES) {
            Call<?> call = waiting.poll();
            if (call == null) {
                break;
            }
            if (closed) {
                call.fail(new StoreException("the Redis store was closed; open a new one", null));
            } else if (!call.isDone()) {
                batch.add(call);
                bytes += call.bytes();
            }
        }
        return batch;
    }

    void close() {
        closed = true;
        gather();
        lanes.forEach(Lane::close);
    }
}
