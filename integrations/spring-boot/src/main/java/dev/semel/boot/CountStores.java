package dev.semel.boot;

import dev.semel.counter.memory.MemoryCounterStore;
import dev.semel.counter.store.CounterStore;
import dev.semel.dynamodb.counter.DynamoDbCounterStore;
import dev.semel.jdbc.counter.JdbcCounterStore;
import dev.semel.redis.counter.RedisCounterStore;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Opens the store for counts, in the place where the records are. */
final class CountStores {
    private CountStores() {}

    /**
     * Opens it.
     *
     * @param records {@code null} if the application has a store for records of its own
     */
    static CounterStore open(SemelProperties settings, BeanFactory beans, @Nullable OpenStore records) {
        String address = settings.store();
        return address == null || address.isBlank()
                ? StoreChoice.ofClients(beans).openCounts(beans, settings)
                : at(StoreChoice.parsed(address), settings, records);
    }

    private static CounterStore at(StoreAddress address, SemelProperties settings, @Nullable OpenStore records) {
        Requirement.of(address.kind()).check();
        return switch (address.kind()) {
            case MEMORY -> new MemoryCounterStore();
            case SQLITE -> Sql.file(address);
            case H2 -> Sql.on(pool(records), settings, true);
            case JDBC -> Sql.on(pool(records), settings, settings.createSchema());
            case REDIS -> Redis.at(address, settings);
            case DYNAMODB -> DynamoDb.at(address, settings);
        };
    }

    /** One pool for one address. */
    private static DataSource pool(@Nullable OpenStore records) {
        DataSource pool = records == null ? null : records.pool();
        if (pool == null) {
            throw new WrongSettingException(
                    "Semel has no pool for its counts, since the records are in a Store of the application's own",
                    "Define a bean of the type dev.semel.counter.store.CounterStore as well.");
        }
        return pool;
    }

    // One class for each client, so that none is loaded without need.

    static final class Sql {
        private Sql() {}

        static CounterStore file(StoreAddress address) {
            return JdbcCounterStore.sqlite(Path.of(address.path()));
        }

        static CounterStore open(BeanFactory beans, SemelProperties settings) {
            return on(beans.getBean(DataSource.class), settings, settings.createSchema());
        }

        static CounterStore on(DataSource pool, SemelProperties settings, boolean create) {
            return JdbcCounterStore.builder(pool)
                    .table(settings.counterTable())
                    .createSchema(create)
                    .build();
        }
    }

    static final class Redis {
        private Redis() {}

        static CounterStore open(BeanFactory beans, SemelProperties settings) {
            RedisCounterStore.Builder builder =
                    LettuceClients.use(beans, RedisCounterStore::builder, RedisCounterStore::builder);
            return open(builder, settings);
        }

        static CounterStore at(StoreAddress address, SemelProperties settings) {
            return open(RedisCounterStore.builder(address.text()), settings);
        }

        private static CounterStore open(RedisCounterStore.Builder builder, SemelProperties settings) {
            return builder.prefix(settings.keyPrefix() + "count:").build();
        }
    }

    static final class DynamoDb {
        private DynamoDb() {}

        static CounterStore open(BeanFactory beans, SemelProperties settings) {
            return open(
                    DynamoDbCounterStore.builder(beans.getBean(DynamoDbClient.class))
                            .table(settings.counterTable()),
                    settings);
        }

        static CounterStore at(StoreAddress address, SemelProperties settings) {
            return open(DynamoDbCounterStore.builder(address.text()), settings);
        }

        private static CounterStore open(DynamoDbCounterStore.Builder builder, SemelProperties settings) {
            return builder.createTable(settings.createSchema()).build();
        }
    }
}
