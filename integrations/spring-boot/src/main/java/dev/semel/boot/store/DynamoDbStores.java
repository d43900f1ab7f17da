package dev.semel.boot.store;

import dev.semel.boot.SemelProperties;
import dev.semel.boot.StoreAddress;
import dev.semel.boot.WrongSettingException;
import dev.semel.counter.store.CounterStore;
import dev.semel.dynamodb.DynamoDbStore;
import dev.semel.dynamodb.DynamoDbStoreBuilder;
import dev.semel.store.MissingSchemaException;
import dev.semel.store.Store;
import java.util.function.Supplier;
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
        return records(DynamoDbStore.builder(client(beans)).table(settings.table()), settings);
    }

    @Override
    public CounterStore countsOnClient(BeanFactory beans, SemelProperties settings) {
        return DynamoDbCounts.on(client(beans), settings);
    }

    @Override
    public OpenStore at(StoreAddress address, SemelProperties settings) {
        return OpenStore.of(records(DynamoDbStore.builder(address.text()), settings));
    }

    @Override
    public CounterStore countsAt(StoreAddress address, SemelProperties settings, @Nullable OpenStore records) {
        return DynamoDbCounts.at(address, settings);
    }

    private static DynamoDbClient client(BeanFactory beans) {
        return StoreModule.onlyBean(beans, DynamoDbClient.class, "DynamoDbStore.builder(client).build()");
    }

    private static Store records(DynamoDbStoreBuilder builder, SemelProperties settings) {
        return opened(() -> builder.createTable(creates(settings)).build());
    }

    static boolean creates(SemelProperties settings) {
        return Boolean.TRUE.equals(settings.createSchema());
    }

    static <S> S opened(Supplier<S> open) {
        try {
            return open.get();
        } catch (MissingSchemaException e) {
            throw new WrongSettingException(
                    "There is no table " + e.table() + " in DynamoDB",
                    "In development set semel.create-schema=true. In production create the table with " + e.definition()
                            + ". If it exists, check the name, the region and the account.",
                    e);
        }
    }
}
