package dev.semel.boot;

import dev.semel.counter.store.CounterStore;
import dev.semel.dynamodb.DynamoDbStore;
import dev.semel.redis.RedisStore;
import dev.semel.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.util.ClassUtils;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Which store it is: what {@code semel.store} names, or the one that fits the only client that the application has.
 *
 * @param module the class that shows that Semel's module is there
 * @param name of the client
 * @param isThere whether the application has the client
 * @param opening makes the store
 * @param counting makes the store for counts
 */
record StoreChoice(
        String module,
        String name,
        Predicate<BeanFactory> isThere,
        BiFunction<BeanFactory, SemelProperties, Store> opening,
        BiFunction<BeanFactory, SemelProperties, CounterStore> counting) {
    private static final List<StoreChoice> ALL = List.of(
            new StoreChoice(
                    "dev.semel.jdbc.JdbcStore", "its DataSource", Sql::isThere, Sql::open, CountStores.Sql::open),
            new StoreChoice(
                    "dev.semel.redis.RedisStore",
                    "its Lettuce client",
                    Redis::isThere,
                    Redis::open,
                    CountStores.Redis::open),
            new StoreChoice(
                    "dev.semel.dynamodb.DynamoDbStore",
                    "its DynamoDbClient",
                    DynamoDb::isThere,
                    DynamoDb::open,
                    CountStores.DynamoDb::open));

    static OpenStore open(SemelProperties settings, BeanFactory beans) {
        String address = settings.store();
        if (address != null && !address.isBlank()) {
            return OpenStore.at(parsed(address), settings);
        }
        return OpenStore.of(ofClients(beans).opening.apply(beans, settings));
    }

    /** The one that fits the only client that the application has. */
    static StoreChoice ofClients(BeanFactory beans) {
        List<StoreChoice> found = new ArrayList<>();
        for (StoreChoice each : ALL) {
            if (ClassUtils.isPresent(each.module, StoreChoice.class.getClassLoader()) && each.isThere.test(beans)) {
                found.add(each);
            }
        }
        if (found.size() == 1) {
            return found.get(0);
        }
        throw found.isEmpty() ? none() : several(found);
    }

    CounterStore openCounts(BeanFactory beans, SemelProperties settings) {
        return counting.apply(beans, settings);
    }

    static StoreAddress parsed(String address) {
        try {
            return StoreAddress.of(address);
        } catch (IllegalArgumentException e) {
            throw new WrongSettingException(
                    "semel.store is not the address of a store", "Correct it: " + e.getMessage() + ".", e);
        }
    }

    private static WrongSettingException none() {
        return new WrongSettingException(
                "Semel has no store to keep its records or counts in",
                "Set semel.store, such as sqlite:semel.db, or define one DataSource, Lettuce client, DynamoDbClient,"
                        + " Store or CounterStore, with Semel's module for it on the class path.");
    }

    private static WrongSettingException several(List<StoreChoice> found) {
        return new WrongSettingException(
                "Semel could keep its records or counts in several places of the application: "
                        + String.join(
                                " and ", found.stream().map(each -> each.name).toList()),
                "Say which by semel.store, define a bean of the type dev.semel.store.Store (and, for quotas, one of the type"
                        + " dev.semel.counter.store.CounterStore), or leave only one of Semel's store modules on the class path.");
    }

    // One class for each client, so that none is loaded without need.

    static boolean hasOne(BeanFactory beans, Class<?> type) {
        return beans instanceof ListableBeanFactory all && all.getBeanNamesForType(type, true, false).length > 0;
    }

    private static final class Sql {
        static boolean isThere(BeanFactory beans) {
            return hasOne(beans, DataSource.class);
        }

        static Store open(BeanFactory beans, SemelProperties settings) {
            return OpenStore.on(beans.getBean(DataSource.class), settings);
        }
    }

    private static final class Redis {
        static boolean isThere(BeanFactory beans) {
            return LettuceClients.isThere(beans);
        }

        static Store open(BeanFactory beans, SemelProperties settings) {
            RedisStore.Builder builder = LettuceClients.use(beans, RedisStore::builder, RedisStore::builder);
            return builder.prefix(settings.keyPrefix())
                    .timeout(settings.storeTimeout())
                    .build();
        }
    }

    private static final class DynamoDb {
        static boolean isThere(BeanFactory beans) {
            return hasOne(beans, DynamoDbClient.class);
        }

        static Store open(BeanFactory beans, SemelProperties settings) {
            return DynamoDbStore.builder(beans.getBean(DynamoDbClient.class))
                    .table(settings.table())
                    .createTable(settings.createSchema())
                    .build();
        }
    }
}
