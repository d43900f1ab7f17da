package dev.semel.boot.store;

import dev.semel.boot.SemelProperties;
import dev.semel.boot.StoreAddress;
import dev.semel.counter.store.CounterStore;
import dev.semel.dynamodb.DynamoDbStore;
import dev.semel.dynamodb.DynamoDbStoreBuilder;
import dev.semel.dynamodb.counter.DynamoDbCounterStore;
import dev.semel.store.Store;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Opens stores in DynamoDB. */
final class DynamoDbStores implements StoreModule {

    @Override
    public boolean hasClient(BeanFactory beans) {
        return StoreModule.hasBean(beans, DynamoDbClient.class);
    }

    @Override
    public Store onClient(BeanFactory beans, SemelProperties settings) {
        return records(
                DynamoDbStore.builder(beans.getBean(DynamoDbClient.class)).table(settings.table()), settings);
    }

    @Override
    public CounterStore countsOnClient(BeanFactory beans, SemelProperties settings) {
        DynamoDbClient client = beans.getBean(DynamoDbClient.class);
        return counts(DynamoDbCounterStore.builder(client).table(settings.counterTable()), settings);
    }

    @Override
    public OpenStore at(StoreAddress address, SemelProperties settings) {
        return OpenStore.of(records(DynamoDbStore.builder(address.text()), settings));
    }

    @Override
    public CounterStore countsAt(StoreAddress address, SemelProperties settings, @Nullable OpenStore records) {
        return counts(DynamoDbCounterStore.builder(address.text()), settings);
    }

    private static Store records(DynamoDbStoreBuilder builder, SemelProperties settings) {
        return builder.createTable(settings.createSchema()).build();
    }

    private static CounterStore counts(DynamoDbCounterStore.Builder builder, SemelProperties settings) {
        return builder.createTable(settings.createSchema()).build();
    }
}
