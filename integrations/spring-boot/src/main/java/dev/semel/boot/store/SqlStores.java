package dev.semel.boot.store;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.boot.SemelProperties;
import dev.semel.boot.StoreAddress;
import dev.semel.boot.WrongSettingException;
import dev.semel.counter.store.CounterStore;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.counter.JdbcCounterStore;
import dev.semel.store.MissingSchemaException;
import dev.semel.store.Store;
import java.nio.file.Path;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;

/** Opens stores in SQL databases. Records and counts at one address share a pool. */
final class SqlStores implements StoreModule {

    @Override
    public boolean hasClient(BeanFactory beans) {
        return StoreModule.hasBean(beans, DataSource.class);
    }

    @Override
    public Store onClient(BeanFactory beans, SemelProperties settings) {
        DataSource pool = StoreModule.onlyBean(beans, DataSource.class, "JdbcStore.on(pool)");
        try {
            return onClient(beans, settings, pool, create -> records(pool, settings, create));
        } catch (IllegalArgumentException e) {
            throw new WrongSettingException(
                    "Semel cannot keep its records in the application's DataSource: " + e.getMessage(),
                    "Define a bean of the type dev.semel.store.Store, such as JdbcStore.on(pool) or a RoutedStore, or correct the"
                            + " settings below semel.",
                    e);
        }
    }

    @Override
    public CounterStore countsOnClient(BeanFactory beans, SemelProperties settings) {
        DataSource pool = StoreModule.onlyBean(beans, DataSource.class, "JdbcStore.on(pool)");
        return onClient(beans, settings, pool, create -> counts(pool, settings, create));
    }

    /**
     * Opens a store in the application's database. Unless the settings say otherwise, missing tables are created in an
     * embedded database that has no migrations.
     *
     * @param open takes whether to create missing tables
     */
    private static <S> S onClient(
            BeanFactory beans, SemelProperties settings, DataSource pool, Function<Boolean, S> open) {
        MissingSchema creator = MissingSchema.in(beans);
        Boolean choice = settings.createSchema();
        try {
            return open.apply(Boolean.TRUE.equals(choice));
        } catch (MissingSchemaException e) {
            if (choice == null && creator == MissingSchema.NO_TOOL && EmbeddedDatabase.isOne(pool)) {
                return created(open);
            }
            throw creator.failure(e);
        }
    }

    private static <S> S created(Function<Boolean, S> open) {
        try {
            return open.apply(true);
        } catch (MissingSchemaException e) {
            throw MissingSchema.NO_TOOL.failure(e);
        }
    }

    @Override
    public OpenStore at(StoreAddress address, SemelProperties settings) {
        if (address.kind() == StoreAddress.Kind.SQLITE) {
            return OpenStore.of(JdbcStore.sqlite(Path.of(address.path())));
        }
        HikariDataSource pool = HikariPools.open(address, settings);
        try {
            return OpenStore.of(
                    atAddress(address, settings, create -> records(pool, settings, create)), pool, pool::close);
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    @Override
    public CounterStore countsAt(StoreAddress address, SemelProperties settings, @Nullable OpenStore records) {
        if (address.kind() == StoreAddress.Kind.SQLITE) {
            return JdbcCounterStore.sqlite(Path.of(address.path()));
        }
        DataSource pool = records == null ? null : records.pool();
        if (pool == null) {
            throw new WrongSettingException(
                    "Semel has no connection pool for its counts, since the application defines its own Store for records",
                    "Define a bean of the type dev.semel.counter.store.CounterStore as well.");
        }
        return atAddress(address, settings, create -> counts(pool, settings, create));
    }

    /** Opens a store at the address of a database. Missing tables are created in files of H2 unless the settings say otherwise. */
    private static <S> S atAddress(StoreAddress address, SemelProperties settings, Function<Boolean, S> open) {
        Boolean choice = settings.createSchema();
        try {
            return open.apply(choice == null ? address.kind() == StoreAddress.Kind.H2 : choice);
        } catch (MissingSchemaException e) {
            throw MissingSchema.NO_TOOL.failure(e);
        }
    }

    private static Store records(DataSource pool, SemelProperties settings, boolean create) {
        JdbcStore.Builder builder =
                JdbcStore.builder(pool).table(settings.table()).createSchema(create);
        Integer reserved = settings.reservedConnections();
        return (reserved == null ? builder : builder.reserve(reserved)).build();
    }

    private static CounterStore counts(DataSource pool, SemelProperties settings, boolean create) {
        return JdbcCounterStore.builder(pool)
                .table(settings.counterTable())
                .createSchema(create)
                .build();
    }
}
