package dev.semel.boot.store;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.boot.SemelProperties;
import dev.semel.boot.StoreAddress;
import dev.semel.boot.WrongSettingException;
import dev.semel.counter.store.CounterStore;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.counter.JdbcCounterStore;
import dev.semel.store.Store;
import java.nio.file.Path;
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
        try {
            return records(beans.getBean(DataSource.class), settings, settings.createSchema());
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
        return counts(beans.getBean(DataSource.class), settings, settings.createSchema());
    }

    @Override
    public OpenStore at(StoreAddress address, SemelProperties settings) {
        if (address.kind() == StoreAddress.Kind.SQLITE) {
            return OpenStore.of(JdbcStore.sqlite(Path.of(address.path())));
        }
        HikariDataSource pool = HikariPools.open(address, settings);
        try {
            return OpenStore.of(records(pool, settings, createsSchema(address, settings)), pool, pool::close);
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
        return counts(pool, settings, createsSchema(address, settings));
    }

    private static boolean createsSchema(StoreAddress address, SemelProperties settings) {
        return settings.createSchema() || address.kind() == StoreAddress.Kind.H2;
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
