package dev.semel.redis;

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
 * Tells those who watch a record what becomes of it.
 *
 * <ol>
 *   <li>The first one who watches subscribes to a channel of the same name as the record's key. Lettuce does so again after a reconnection.
 *   <li>Each time that the server has confirmed it, the record is marked as waited for, so that whoever settles or releases it publishes.
 *   <li>When it is marked, all who watch are told, since something may have happened before.
 * </ol>
 */
final class Hints implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.semel.redis");

    private final Servers servers;
    private final Keys keys;
    private final Lanes lanes;
    private final Map<String, Set<Watcher>> watchers = new HashMap<>();
    private @Nullable StatefulRedisPubSubConnection<String, String> connection;
    private boolean closed;

    Hints(Servers servers, Keys keys, Lanes lanes) {
        this.servers = servers;
        this.keys = keys;
        this.lanes = lanes;
    }

    /** One who watches. */
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

        void tell() {
            try {
                changed.run();
            } catch (RuntimeException e) {
                LOG.log(Level.DEBUG, "one who watches a record failed when it was told", e);
            }
        }

        void mark() {
            lanes.post(new WatchCall(id, key, () -> tellAll(channel)));
        }

        @Override
        public void close() {
            end(this);
        }
    }

    Watch watch(RecordId id, Runnable changed) {
        Watcher watcher = new Watcher(id, changed);
        if (begin(watcher)) {
            // Subscribed by another one already, so that the server will not say so again.
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
            quietly(() -> open.async().subscribe(watcher.channel).exceptionally(Hints::drop));
        }
        return others.size() > 1;
    }

    private synchronized void end(Watcher watcher) {
        Set<Watcher> others = watchers.get(watcher.channel);
        if (others != null && others.remove(watcher) && others.isEmpty()) {
            watchers.remove(watcher.channel);
            StatefulRedisPubSubConnection<String, String> open = connection;
            if (open != null && !closed) {
                quietly(() -> open.async().unsubscribe(watcher.channel).exceptionally(Hints::drop));
            }
        }
    }

    private synchronized List<Watcher> of(String channel) {
        return List.copyOf(watchers.getOrDefault(channel, Set.of()));
    }

    private void tellAll(String channel) {
        of(channel).forEach(Watcher::tell);
    }

    /** A client that somebody has shut down throws at once. */
    private static void quietly(Runnable command) {
        try {
            command.run();
        } catch (RuntimeException e) {
            drop(e);
        }
    }

    private static @Nullable Void drop(Throwable failure) {
        LOG.log(Level.DEBUG, "a subscription failed; those who wait ask again after a while", failure);
        return null;
    }

    private @Nullable StatefulRedisPubSubConnection<String, String> open() {
        if (connection == null && !closed) {
            try {
                connection = servers.listen();
            } catch (RuntimeException e) {
                LOG.log(Level.DEBUG, "no connection for hints; those who wait ask again after a while", e);
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
            tellAll(channel);
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
            // Without the lock: it is closed by a thread that may just be waiting for that, to tell those who watch.
            last.close();
        }
    }

    private synchronized @Nullable StatefulRedisPubSubConnection<String, String> endAll() {
        closed = true;
        watchers.clear();
        return connection;
    }
}
