package dev.semel.dynamodb.golden;

import dev.semel.dynamodb.Clients;
import dev.semel.dynamodb.DynamoDbStore;
import dev.semel.store.Store;
import dev.semel.testkit.store.StoredRecordsContract;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@DisplayName("what earlier releases have stored on DynamoDB")
class DynamoDbGoldenTest {
    private static final DynamoDbClient CLIENT = Clients.shared();

    @Nested
    @DisplayName("records")
    class Records extends StoredRecordsContract {
        @Override
        protected String fileName() {
            return "dynamodb.txt";
        }

        @Override
        protected Place<Store> open() {
            return new DynamoDbPlace<>(
                    CLIENT,
                    table -> DynamoDbStore.builder(CLIENT)
                            .table(table)
                            .clock(Clients.clock())
                            .createTable(true)
                            .build());
        }
    }
}
