package dev.semel.dynamodb.counter;

import dev.semel.counter.store.CounterStore;
import dev.semel.dynamodb.Clients;
import dev.semel.dynamodb.golden.DynamoDbPlace;
import dev.semel.testkit.counter.StoredCountsContract;
import org.junit.jupiter.api.DisplayName;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@DisplayName("the counts that earlier releases have stored on DynamoDB")
class DynamoDbCountsGoldenTest extends StoredCountsContract {
    private static final DynamoDbClient CLIENT = Clients.shared();

    @Override
    protected String fileName() {
        return "dynamodb-counts.txt";
    }

    @Override
    protected Place<CounterStore> open() {
        return new DynamoDbPlace<>(
                CLIENT,
                table -> DynamoDbCounterStore.builder(CLIENT)
                        .table(table)
                        .createTable(true)
                        .build());
    }
}
