package dev.semel.torture.site;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Context;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.StoreException;
import dev.semel.counter.store.CounterStore;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.SqlContext;
import dev.semel.jdbc.counter.JdbcCounterStore;
import dev.semel.session.Sessions;
import dev.semel.store.Store;
import dev.semel.torture.book.BookTable;
import dev.semel.torture.protocol.Points;
import dev.semel.torture.protocol.WorkerSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** An SQL database. Rows of transactions go to a table that takes anything, however often. */
public final class SqlSite implements Site {
    /** For how long a pool that has no connection lets its callers wait. */
    public static final int POOL_MILLIS = 500;

    /** What a pool's connections may be set to; each worker draws one from its seed. The first is the database's own. */
    private static final @Nullable String[] ISOLATION = {
        null, "TRANSACTION_READ_COMMITTED", "TRANSACTION_REPEATABLE_READ", "TRANSACTION_SERIALIZABLE"
    };

    private final JdbcStore store;
    private final JdbcCounterStore counts;
    private final String tag;
    private final @Nullable HikariDataSource pool;

    private SqlSite(
            WorkerSettings settings, JdbcStore store, JdbcCounterStore counts, @Nullable HikariDataSource pool) {
        this.store = store;
        this.counts = counts;
        this.pool = pool;
        this.tag = settings.tag();
    }

    public static SqlSite file(WorkerSettings settings) {
        Path file = Path.of(settings.address().substring("sqlite:".length()));
        return new SqlSite(settings, JdbcStore.sqlite(file), JdbcCounterStore.sqlite(file), null);
    }

    static SqlSite pooled(WorkerSettings settings, Points points) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(settings.address());
        config.setMaximumPoolSize(settings.pool());
        config.setConnectionTimeout(POOL_MILLIS);
        config.setValidationTimeout(1_000);
        config.setInitializationFailTimeout(-1);
        config.setTransactionIsolation(ISOLATION[new Random(settings.seed()).nextInt(ISOLATION.length)]);
        HikariDataSource pool = new WatchedPool(config, points);
        try {
            return new SqlSite(
                    settings,
                    JdbcStore.builder(pool).createSchema(true).build(),
                    JdbcCounterStore.builder(pool).createSchema(true).build(),
                    pool);
        } catch (RuntimeException | Error e) {
            pool.close();
            throw e;
        }
    }

    @Override
    public Store store() {
        return store;
    }

    @Override
    public CounterStore counts() {
        return counts;
    }

    @Override
    public boolean hasBooks() {
        return true;
    }

    @Override
    public Outcome<String> book(Operation<String> operation, String key, String request, Posting work) {
        return operation.in(store.transactions()).attempt(key, request, tx -> work.run(page(tx)));
    }

    @Override
    public Optional<Sessions<? extends Context>> transactions() {
        return Optional.of(store.transactions());
    }

    @Override
    public Page page(Context attempt) {
        return row -> post(((SqlContext) attempt).connection(), row);
    }

    private void post(Connection connection, String row) {
        try {
            BookTable.post(connection, tag, row);
        } catch (SQLException e) {
            throw new StoreException("the row could not be written", e);
        }
    }

    @Override
    public Runnable borrow() {
        if (pool == null) {
            return () -> {};
        }
        try {
            Connection connection = pool.getConnection();
            return () -> DryPool.giveBack(connection);
        } catch (SQLException e) {
            throw new StoreException("the pool gives no connection", e);
        }
    }

    @Override
    public void runDry(Duration time, IntConsumer dry, Runnable noMore) {
        if (pool != null) {
            new DryPool(pool, dry, noMore).keepFor(time);
        }
    }

    @Override
    public void close() {
        store.close();
        counts.close();
        if (pool != null) {
            pool.close();
        }
    }
}
