package dev.semel.boot.store;

import dev.semel.boot.SemelProperties;
import dev.semel.boot.StoreAddress;
import dev.semel.boot.WrongSettingException;
import dev.semel.counter.memory.MemoryCounterStore;
import dev.semel.counter.store.CounterStore;
import dev.semel.memory.MemoryStore;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.util.ClassUtils;

/** Chooses the store: the one that {@code semel.store} names, otherwise the one on the only suitable client of the application. */
final class StoreChoice {
    private static final String SQL = "dev.semel.jdbc.JdbcStore";
    private static final String REDIS = "dev.semel.redis.RedisStore";
    private static final String DYNAMODB = "dev.semel.dynamodb.DynamoDbStore";
    private static final String MOMENTO = "dev.semel.momento.MomentoStore";

    private static final List<Client> CLIENTS = List.of(
            new Client("its DataSource", SQL, () -> new SqlStores()),
            new Client("its Lettuce client", REDIS, () -> new RedisStores()),
            new Client("its DynamoDbClient", DYNAMODB, () -> new DynamoDbStores()));

    /**
     * A client that an application may have.
     *
     * @param name how messages name it
     * @param type the class that shows that Semel's module for it is on the class path
     * @param module the module, loaded on demand
     */
    private record Client(String name, String type, Supplier<StoreModule> module) {
        boolean isIn(BeanFactory beans) {
            return isPresent(type) && module.get().hasClient(beans);
        }
    }

    private StoreChoice() {}

    /**
     * Opens the store for records.
     *
     * @throws WrongSettingException if the settings name no usable store
     * @throws dev.semel.StoreException if the store cannot be reached
     */
    static OpenStore open(SemelProperties settings, BeanFactory beans) {
        StoreAddress address = address(settings);
        if (address == null) {
            return OpenStore.of(onlyClient(beans).onClient(beans, settings));
        }
        return address.kind() == StoreAddress.Kind.MEMORY
                ? OpenStore.of(MemoryStore.create())
                : module(address.kind()).at(address, settings);
    }

    /**
     * Opens the store for counts, in the same place as the records.
     *
     * @param records {@code null} if the application defines its own store for records
     * @throws WrongSettingException if the settings name no usable store
     * @throws dev.semel.StoreException if the store cannot be reached
     */
    static CounterStore openCounts(SemelProperties settings, BeanFactory beans, @Nullable OpenStore records) {
        StoreAddress address = address(settings);
        if (address == null) {
            return onlyClient(beans).countsOnClient(beans, settings);
        }
        return address.kind() == StoreAddress.Kind.MEMORY
                ? new MemoryCounterStore()
                : module(address.kind()).countsAt(address, settings, records);
    }

    private static @Nullable StoreAddress address(SemelProperties settings) {
        String address = settings.store();
        if (address == null || address.isBlank()) {
            return null;
        }
        try {
            return StoreAddress.of(address);
        } catch (IllegalArgumentException e) {
            throw new WrongSettingException(
                    "semel.store is not the address of a store", "Correct it: " + e.getMessage() + ".", e);
        }
    }

    private static StoreModule module(StoreAddress.Kind kind) {
        return switch (kind) {
            case MEMORY -> throw new IllegalArgumentException("the memory store is part of core");
            case SQLITE -> {
                require("dev.semel:semel-store-jdbc and org.xerial:sqlite-jdbc", SQL, "org.sqlite.JDBC");
                yield new SqlStores();
            }
            case H2, JDBC -> {
                require(
                        "dev.semel:semel-store-jdbc, com.zaxxer:HikariCP and the database's driver",
                        SQL,
                        "com.zaxxer.hikari.HikariDataSource");
                yield new SqlStores();
            }
            case REDIS -> {
                require("dev.semel:semel-store-redis", REDIS);
                yield new RedisStores();
            }
            case DYNAMODB -> {
                require("dev.semel:semel-store-dynamodb and an HTTP client of the AWS SDK", DYNAMODB);
                yield new DynamoDbStores();
            }
            case MOMENTO -> {
                require("dev.semel:semel-store-momento", MOMENTO);
                yield new MomentoStores();
            }
        };
    }

    private static void require(String artifacts, String... types) {
        for (String type : types) {
            if (!isPresent(type)) {
                throw new WrongSettingException(
                        "semel.store names a store whose module is not on the class path", "Add " + artifacts + ".");
            }
        }
    }

    private static boolean isPresent(String type) {
        return ClassUtils.isPresent(type, StoreChoice.class.getClassLoader());
    }

    private static StoreModule onlyClient(BeanFactory beans) {
        List<Client> found =
                CLIENTS.stream().filter(client -> client.isIn(beans)).toList();
        if (found.size() == 1) {
            return found.get(0).module().get();
        }
        throw found.isEmpty() ? none() : several(found);
    }

    private static WrongSettingException none() {
        return new WrongSettingException(
                "Semel has no store for its records or counts",
                "Set semel.store, such as sqlite:semel.db, or define one DataSource, Lettuce client, DynamoDbClient,"
                        + " Store or CounterStore, with Semel's module for it on the class path.");
    }

    private static WrongSettingException several(List<Client> found) {
        return new WrongSettingException(
                "Semel could keep its records or counts in several clients of the application: "
                        + found.stream().map(Client::name).collect(Collectors.joining(" and ")),
                "Choose one by semel.store, define a bean of the type dev.semel.store.Store (and, for quotas, one of the type"
                        + " dev.semel.counter.store.CounterStore), or leave only one of Semel's store modules on the class path.");
    }
}
