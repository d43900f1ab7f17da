package dev.semel.redis;

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
 * Tells those who watch a record what its server publishes about it: a channel for each record, of the same name as its key, subscribed to as
 * long as somebody watches. The connection is opened when the first one does. After a reconnection Lettuce subscribes again, which counts as
 * a hint, since something may have been missed.
 */
final class Hints implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.semel.redis");

    private final Servers servers;
    private final Map<String, Set<Watcher>> watchers = new HashMap<>();
    private @Nullable StatefulRedisPubSubConnection<String, String> connection;
    private boolean closed;

    /** One who watches. */
    private final class Watcher implements Watch {
        private final String channel;
        private final Runnable changed;

        Watcher(String channel, Runnable changed) {
            this.channel = channel;
            this.changed = changed;
        }

        void tell() {
            try {
                changed.run();
            } catch (RuntimeException e) {
                LOG.log(Level.DEBUG, "one who watches a record failed when it was told", e);
            }
        }

        @Override
        public void close() {
            end(this);
        }
    }

    Hints(Servers servers) {
        this.servers = servers;
    }

    Watch watch(String channel, Runnable changed) {
        Watcher watcher = new Watcher(channel, changed);
        if (begin(watcher)) {
            // Subscribed by another one already, so that the server will not say so again.
            watcher.tell();
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
            open.async().subscribe(watcher.channel).exceptionally(Hints::drop);
        }
        return others.size() > 1;
    }

    private synchronized void end(Watcher watcher) {
        Set<Watcher> others = watchers.get(watcher.channel);
        if (others != null && others.remove(watcher) && others.isEmpty()) {
            watchers.remove(watcher.channel);
            if (connection != null && !closed) {
                connection.async().unsubscribe(watcher.channel).exceptionally(Hints::drop);
            }
        }
    }

    private static @Nullable Void drop(Throwable failure) {
        LOG.log(Level.DEBUG, "a subscription failed; those who wait ask again after a while", failure);
        return null;
    }

    private void tell(String channel) {
        List<Watcher> told;
        synchronized (this) {
            told = List.copyOf(watchers.getOrDefault(channel, Set.of()));
        }
        told.forEach(Watcher::tell);
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
            tell(channel);
        }

        @Override
        public void subscribed(String channel, long count) {
            tell(channel);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        watchers.clear();
        if (connection != null) {
            connection.close();
        }
    }
}
