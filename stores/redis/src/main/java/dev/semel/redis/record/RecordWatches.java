package dev.semel.redis.record;

import dev.semel.redis.server.Servers;
import dev.semel.redis.wire.RedisLanes;
import dev.semel.store.RecordId;
import dev.semel.store.WatchableStore.Watch;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Notifies watchers when a record is settled or released.
 *
 * <ol>
 *   <li>The first watcher of a record subscribes to a channel with the name of its key. Lettuce subscribes again after a reconnection.
 *   <li>Each time the server confirms the subscription, the record is marked as watched, so that its settlement or release publishes.
 *   <li>When the record is marked, all watchers are notified, since it may have changed before.
 * </ol>
 */
public final class RecordWatches implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.semel.redis");

    private final Servers servers;
    private final RecordKeys keys;
    private final RedisLanes lanes;
    private final Map<String, Set<Watcher>> watchers = new HashMap<>();
    private @Nullable StatefulRedisPubSubConnection<String, String> connection;
    private boolean closed;

    /** Creates watches of the records under these keys. Opens no connection until the first watch. */
    public RecordWatches(Servers servers, RecordKeys keys, RedisLanes lanes) {
        this.servers = servers;
        this.keys = keys;
        this.lanes = lanes;
    }

    /** A watcher's handle. */
    private final class Watcher implements Watch {
        private final RecordId id;
        private final byte[] key;
        private final String channel;
        private final Runnable changed;

        Watcher(RecordId id, Runnable changed) {
            this.id = id;
            this.key = keys.of(id);
            this.channel = keys.text(key);
            this.changed = changed;
        }

        void notifyWatcher() {
            try {
                changed.run();
            } catch (RuntimeException e) {
                LOG.log(Level.DEBUG, "a watcher of a record threw an exception; ignored", e);
            }
        }

        void mark() {
            lanes.post(new WatchScriptCall(id, key, () -> notifyWatchers(channel)));
        }

        @Override
        public void close() {
            end(this);
        }
    }

    /** Runs a callback when the record may have changed, until the watch is closed. */
    public Watch watch(RecordId id, Runnable changed) {
        Watcher watcher = new Watcher(id, changed);
        if (begin(watcher)) {
            // Another watcher has subscribed already, so the server will not confirm a subscription again.
            watcher.mark();
        }
        return watcher;
    }

    private synchronized boolean begin(Watcher watcher) {
        StatefulRedisPubSubConnection<String, String> open = open();
        if (open == null) {
            return false;
        }
        Set<Watcher> others = watchers.computeIfAbsent(watcher.channel, channel -> new LinkedHashSet<>());
        others.add(watcher);
        if (others.size() == 1) {
            quietly(() -> open.async().subscribe(watcher.channel).exceptionally(RecordWatches::drop));
        }
        return others.size() > 1;
    }

    private synchronized void end(Watcher watcher) {
        Set<Watcher> others = watchers.get(watcher.channel);
        if (others != null && others.remove(watcher) && others.isEmpty()) {
            watchers.remove(watcher.channel);
            StatefulRedisPubSubConnection<String, String> open = connection;
            if (open != null && !closed) {
                quietly(() -> open.async().unsubscribe(watcher.channel).exceptionally(RecordWatches::drop));
            }
        }
    }

    private synchronized List<Watcher> of(String channel) {
        return List.copyOf(watchers.getOrDefault(channel, Set.of()));
    }

    private void notifyWatchers(String channel) {
        of(channel).forEach(Watcher::notifyWatcher);
    }

    /** Lettuce throws immediately if the client has been shut down. */
    private static void quietly(Runnable command) {
        try {
            command.run();
        } catch (RuntimeException e) {
            drop(e);
        }
    }

    private static @Nullable Void drop(Throwable failure) {
        LOG.log(Level.DEBUG, "a subscription failed; waiters poll instead", failure);
        return null;
    }

    private @Nullable StatefulRedisPubSubConnection<String, String> open() {
        if (connection == null && !closed) {
            try {
                connection = servers.listen();
            } catch (RuntimeException e) {
                LOG.log(Level.DEBUG, "cannot connect for notifications; waiters poll instead", e);
            }
            if (connection != null) {
                connection.addListener(new Listener());
            }
        }
        return closed ? null : connection;
    }

    private final class Listener extends RedisPubSubAdapter<String, String> {
        @Override
        public void message(String channel, String message) {
            notifyWatchers(channel);
        }

        @Override
        public void subscribed(String channel, long count) {
            of(channel).stream().findFirst().ifPresent(Watcher::mark);
        }
    }

    @Override
    public void close() {
        StatefulRedisPubSubConnection<String, String> last = endAll();
        if (last != null) {
            // Without the lock: the thread that closes the connection may be waiting for the lock to notify watchers.
            last.close();
        }
    }

    private synchronized @Nullable StatefulRedisPubSubConnection<String, String> endAll() {
        closed = true;
        watchers.clear();
        return connection;
    }
}
