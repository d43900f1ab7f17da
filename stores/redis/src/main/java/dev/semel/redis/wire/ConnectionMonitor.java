package dev.semel.redis.wire;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.protocol.CommandExpiryWriter;
import io.lettuce.core.protocol.DefaultEndpoint;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Tracks what Lettuce does not expose about a connection: how often it was lost, and whether the server still answers. */
final class ConnectionMonitor implements RedisConnectionStateListener {
    /** No request is outstanding. */
    private static final long QUIET = 0;

    private final StatefulConnection<?, ?> connection;
    private final AtomicInteger losses = new AtomicInteger();
    private final AtomicLong silentSince = new AtomicLong(QUIET);

    ConnectionMonitor(StatefulConnection<?, ?> connection) {
        this.connection = connection;
        connection.addListener(this);
    }

    /** Returns the number of lost connections. It grows before the replacement is used. */
    int losses() {
        return losses.get();
    }

    @Override
    public void onRedisDisconnected(RedisChannelHandler<?, ?> lost) {
        losses.incrementAndGet();
    }

    /** Records that a request is being sent. */
    void sending() {
        silentSince.compareAndSet(QUIET, now());
    }

    /** Records that a reply arrived. Other outstanding requests count again from the next request on. */
    void received() {
        silentSince.set(QUIET);
    }

    /** Drops the connection if the server has been silent for this long. Lettuce reconnects and resends outstanding commands. */
    void dropIfSilent(Duration atLeast) {
        long since = silentSince.get();
        if (since != QUIET && now() - since >= atLeast.toNanos() && silentSince.compareAndSet(since, now())) {
            drop();
        }
    }

    private void drop() {
        RedisChannelWriter writer =
                connection instanceof RedisChannelHandler<?, ?> handler ? handler.getChannelWriter() : null;
        if (writer instanceof CommandExpiryWriter expiry) {
            writer = expiry.getDelegate();
        }
        if (writer instanceof DefaultEndpoint endpoint) {
            endpoint.disconnect();
        }
    }

    /** Returns the current time, which is never {@link #QUIET}. */
    private static long now() {
        return System.nanoTime() | 1;
    }

    void close() {
        connection.removeListener(this);
    }
}
