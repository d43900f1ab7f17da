package dev.semel.jdbc;

import dev.semel.RecordState;
import dev.semel.StoreException;
import dev.semel.store.BrowsableStore;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A store for records in several databases, such as one for each tenant. The identity of a record chooses its database, never the calling
 * thread: waiting, renewals and settlements happen on other threads too, and all calls of one identity must use the same database. So the
 * tenant must be part of the scope.
 *
 * <p>Each database has a separate {@link JdbcStore}, opened on first use or by {@link #store}. Safe for use by many threads.
 *
 * @param <K> the type of a database's name, such as the tenant's name
 */
public final class RoutedStore<K> implements BrowsableStore {
    private final Function<? super RecordId, ? extends K> routing;
    private final Function<? super K, JdbcStore> opening;
    private final ConcurrentMap<K, Route> routes = new ConcurrentHashMap<>();
    private volatile boolean closed;

    private RoutedStore(Function<? super RecordId, ? extends K> routing, Function<? super K, JdbcStore> opening) {
        this.routing = Objects.requireNonNull(routing, "routing");
        this.opening = Objects.requireNonNull(opening, "opening");
    }

    /** One database. One thread opens it, and only calls for this database wait for that. */
    private static final class Route {
        private final ReentrantLock opening = new ReentrantLock();
        private volatile @Nullable JdbcStore store;
    }

    /**
     * Returns a store that routes by the identity of a record. Connects to nothing yet.
     *
     * @param routing returns the name of a record's database; must return the same name for the same record at any time and on any thread
     * @param opening opens the store in a database; an exception fails the call, and the next call tries again
     */
    public static <K> RoutedStore<K> by(
            Function<? super RecordId, ? extends K> routing, Function<? super K, JdbcStore> opening) {
        return new RoutedStore<>(routing, opening);
    }

    /**
     * Returns the store of one database, and opens it if necessary. Call this at start for each known database, so that a wrong schema is
     * reported at start, and {@link Purger} reaches all of them. For transactions, see {@link JdbcStore#transactions()}.
     *
     * @throws StoreException if it can't be opened
     */
    public JdbcStore store(K key) {
        ensureOpen();
        Route route = routes.computeIfAbsent(Objects.requireNonNull(key, "key"), unknown -> new Route());
        JdbcStore present = route.store;
        return present == null ? open(key, route) : present;
    }

    private JdbcStore open(K key, Route route) {
        route.opening.lock();
        try {
            JdbcStore store = route.store;
            if (store == null) {
                store = Objects.requireNonNull(opening.apply(key), "the store that was opened");
                route.store = store;
            }
            if (closed) {
                store.close();
            }
            return store;
        } finally {
            if (route.store == null) {
                routes.remove(key, route);
            }
            route.opening.unlock();
        }
    }

    private JdbcStore of(RecordId id) {
        K key = routing.apply(id);
        if (key == null) {
            throw new IllegalStateException(
                    "routing returned no database for the record " + id + "; its scope must identify one");
        }
        return store(key);
    }

    /** Returns the stores that were opened. */
    List<JdbcStore> opened() {
        return routes.values().stream()
                .map(route -> route.store)
                .filter(Objects::nonNull)
                .toList();
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        return of(request.id()).claim(request);
    }

    @Override
    public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
        return of(id).renew(id, token, terms);
    }

    @Override
    public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
        return of(id).settle(id, token, result, retention);
    }

    @Override
    public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
        return of(id).release(id, token, as, retention);
    }

    @Override
    public Optional<StoredRecord> find(RecordId id) {
        return of(id).find(id);
    }

    /** Purges the open databases one after the other. If one fails, the others are purged before its exception is thrown. */
    @Override
    public int purge(int limit) {
        int removed = 0;
        StoreException failure = null;
        for (JdbcStore each : opened()) {
            try {
                removed += removed < limit ? each.purge(limit - removed) : 0;
            } catch (StoreException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
        return removed;
    }

    /** Browses the open databases. */
    @Override
    public List<StoredRecord> browse(Query query) {
        return opened().stream()
                .flatMap(each -> each.browse(query).stream())
                .sorted(Comparator.comparing(Position::of))
                .limit(query.limit())
                .toList();
    }

    /** Counts the records of the open databases. */
    @Override
    public Map<RecordState, Long> countByState() {
        Map<RecordState, Long> all = new EnumMap<>(RecordState.class);
        opened().forEach(each -> each.countByState().forEach((state, count) -> all.merge(state, count, Long::sum)));
        return all;
    }

    private void ensureOpen() {
        if (closed) {
            throw new StoreException("the routed SQL store was closed; open a new one", null);
        }
    }

    /** Returns the addresses of the open databases. */
    @Override
    public String toString() {
        return "RoutedStore " + opened();
    }

    /** Closes the stores that were opened, never a pool. */
    @Override
    public void close() {
        closed = true;
        opened().forEach(JdbcStore::close);
    }
}
