package dev.semel.redis;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.protocol.CommandExpiryWriter;
import io.lettuce.core.protocol.DefaultEndpoint;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What Lettuce hides of a connection: how often it was lost, and whether the server still answers. */
final class Link implements RedisConnectionStateListener {
    /** Nothing was sent that is not answered. */
    private static final long QUIET = 0;

    private final StatefulConnection<?, ?> connection;
    private final AtomicInteger losses = new AtomicInteger();
    private final AtomicLong silentSince = new AtomicLong(QUIET);

    Link(StatefulConnection<?, ?> connection) {
        this.connection = connection;
        connection.addListener(this);
    }

    /** Grows before a new connection takes the place of the one that was lost. */
    int losses() {
        return losses.get();
    }

    @Override
    public void onRedisDisconnected(RedisChannelHandler<?, ?> lost) {
        losses.incrementAndGet();
    }

    /** Something is sent now. */
    void asked() {
        silentSince.compareAndSet(QUIET, now());
    }

    /** Something was answered. What else is not answered yet counts again when the next thing is sent. */
    void heard() {
        silentSince.set(QUIET);
    }

    /** Hangs up, if nothing was heard for so long, without a word to the server. Lettuce connects again and sends what was not answered. */
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

    /** Never {@link #QUIET}. */
    private static long now() {
        return System.nanoTime() | 1;
    }

    void close() {
        connection.removeListener(this);
    }
}
