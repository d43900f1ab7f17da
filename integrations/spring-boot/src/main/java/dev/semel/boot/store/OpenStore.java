package dev.semel.boot.store;

import dev.semel.store.Store;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A store that Semel has opened, and the connection pool that is closed after it. */
final class OpenStore implements AutoCloseable {
    private final Store store;
    private final @Nullable DataSource pool;
    private final Runnable closePool;

    private OpenStore(Store store, @Nullable DataSource pool, Runnable closePool) {
        this.store = store;
        this.pool = pool;
        this.closePool = closePool;
    }

    /** Returns a store that has no pool, or whose client the application closes. */
    static OpenStore of(Store store) {
        return new OpenStore(store, null, () -> {});
    }

    /** Returns a store on a pool that was opened for it. */
    static OpenStore of(Store store, DataSource pool, Runnable closePool) {
        return new OpenStore(store, pool, closePool);
    }

    /** Returns the store for records. */
    Store store() {
        return store;
    }

    /** Returns the pool that was opened for the store, or {@code null} if there is none. */
    @Nullable
    DataSource pool() {
        return pool;
    }

    /** Closes the store, then its pool. */
    @Override
    public void close() {
        store.close();
        closePool.run();
    }
}
