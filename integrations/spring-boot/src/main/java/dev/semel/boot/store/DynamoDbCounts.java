package dev.semel.boot.store;

import dev.semel.boot.SemelProperties;
import dev.semel.boot.StoreAddress;
import dev.semel.boot.WrongSettingException;
import dev.semel.counter.store.CounterStore;
import dev.semel.dynamodb.counter.DynamoDbCounterStore;
import org.springframework.util.ClassUtils;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Opens stores for counts in DynamoDB, which are a separate module. */
final class DynamoDbCounts {
    private static final String STORE = "dev.semel.dynamodb.counter.DynamoDbCounterStore";

    private DynamoDbCounts() {}

    static CounterStore on(DynamoDbClient client, SemelProperties settings) {
        require();
        return open(DynamoDbCounterStore.builder(client).table(settings.counterTable()), settings);
    }

    static CounterStore at(StoreAddress address, SemelProperties settings) {
        require();
        return open(DynamoDbCounterStore.builder(address.text()), settings);
    }

    private static void require() {
        if (!ClassUtils.isPresent(STORE, DynamoDbCounts.class.getClassLoader())) {
            throw new WrongSettingException(
                    "Counts in DynamoDB need a module that is not on the class path",
                    "Add dev.semel:semel-store-dynamodb-counters, or define a bean of the type"
                            + " dev.semel.counter.store.CounterStore.");
        }
    }

    private static CounterStore open(DynamoDbCounterStore.Builder builder, SemelProperties settings) {
        return DynamoDbStores.opened(
                () -> builder.createTable(DynamoDbStores.creates(settings)).build());
    }
}
