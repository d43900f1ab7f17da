package dev.semel.boot;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.dynamodb.DynamoDbStore;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.PrivateFile;
import dev.semel.memory.MemoryStore;
import dev.semel.redis.RedisStore;
import dev.semel.store.Store;
import java.nio.file.Path;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A store that was opened from an address, with all that has to be closed after it. */
final class OpenStore implements AutoCloseable {
    /** The shortest time that the pool takes. */
    private static final Duration SHORTEST = Duration.ofMillis(250);

    private final Store store;
    private final @Nullable DataSource pool;

    private OpenStore(Store store, @Nullable DataSource pool) {
        this.store = store;
        this.pool = pool;
    }

    /**
     * Opens the store at an address.
     *
     * @throws WrongSettingException if the module or the client for this kind of store is not there
     * @throws dev.semel.store.StoreException if it can't be reached
     */
    static OpenStore at(StoreAddress address, SemelProperties settings) {
        Requirement.of(address.kind()).check();
        return switch (address.kind()) {
            case MEMORY -> new OpenStore(MemoryStore.create(), null);
            case SQLITE -> new OpenStore(Sql.file(address), null);
            case H2, JDBC -> Sql.pooled(address, settings);
            case REDIS -> new OpenStore(Redis.open(address, settings), null);
            case DYNAMODB -> new OpenStore(DynamoDb.open(address, settings), null);
        };
    }

    /**
     * Opens a store on a DataSource of the application's.
     *
     * @throws WrongSettingException if the DataSource can't hold records
     */
    static Store on(DataSource pool, SemelProperties settings) {
        try {
            return Sql.on(pool, settings, settings.createSchema());
        } catch (IllegalArgumentException e) {
            throw new WrongSettingException(
                    "Semel can't keep its records in the application's DataSource: " + e.getMessage(),
                    "Define a bean of the type dev.semel.store.Store, such as JdbcStore.on(pool) or a RoutedStore, or correct the"
                            + " settings below semel.",
                    e);
        }
    }

    /** A store on a client of the application's, which the application closes. */
    static OpenStore of(Store store) {
        return new OpenStore(store, null);
    }

    Store store() {
        return store;
    }

    /** What was opened for the store; {@code null} if it needs none, or the application has opened it. */
    @Nullable
    DataSource pool() {
        return pool;
    }

    @Override
    public void close() {
        store.close();
        if (pool != null) {
            Sql.close(pool);
        }
    }

    // One class for each client, so that none is loaded without need.

    private static final class Sql {
        static Store file(StoreAddress address) {
            return JdbcStore.sqlite(Path.of(address.path()));
        }

        static OpenStore pooled(StoreAddress address, SemelProperties settings) {
            HikariConfig config = new HikariConfig();
            config.setPoolName("semel");
            config.setJdbcUrl(address.jdbcUrl());
            config.setMaximumPoolSize(settings.poolSize());
            config.setConnectionTimeout(
                    Math.max(SHORTEST.toMillis(), settings.storeTimeout().toMillis()));
            if (address.kind() == StoreAddress.Kind.H2) {
                address.file().ifPresent(PrivateFile::create);
                // Else it closes itself while the application is still shutting down.
                config.addDataSourceProperty("DB_CLOSE_ON_EXIT", "FALSE");
            }
            HikariDataSource pool = Pools.open(config);
            try {
                boolean create = settings.createSchema() || address.kind() == StoreAddress.Kind.H2;
                return new OpenStore(on(pool, settings, create), pool);
            } catch (RuntimeException e) {
                pool.close();
                throw e;
            }
        }

        static void close(DataSource pool) {
            ((HikariDataSource) pool).close();
        }

        static JdbcStore on(DataSource pool, SemelProperties settings, boolean create) {
            JdbcStore.Builder builder =
                    JdbcStore.builder(pool).table(settings.table()).createSchema(create);
            Integer reserved = settings.reservedConnections();
            return (reserved == null ? builder : builder.reserve(reserved)).build();
        }
    }

    private static final class Redis {
        static Store open(StoreAddress address, SemelProperties settings) {
            return RedisStore.builder(address.text())
                    .prefix(settings.keyPrefix())
                    .timeout(settings.storeTimeout())
                    .build();
        }
    }

    private static final class DynamoDb {
        static Store open(StoreAddress address, SemelProperties settings) {
            return DynamoDbStore.builder(address.text())
                    .createTable(settings.createSchema())
                    .build();
        }
    }
}
