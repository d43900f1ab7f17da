package dev.semel.dynamodb.counter;

import dev.semel.counter.store.CounterStore;
import dev.semel.dynamodb.Clients;
import dev.semel.testkit.counter.CounterStoreContract;
import org.junit.jupiter.api.DisplayName;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@DisplayName("counts on DynamoDB")
class DynamoDbCountsTest extends CounterStoreContract {
    private static final DynamoDbClient CLIENT = Clients.shared();

    @Override
    protected CounterStore openStore() {
        return DynamoDbCounterStore.builder(CLIENT)
                .table("counts")
                .createTable(true)
                .build();
    }
}
