package dev.semel.powertools;

import dev.semel.dynamodb.Clients;
import dev.semel.dynamodb.golden.DynamoDbPlace;
import dev.semel.store.Store;
import dev.semel.testkit.store.StoredRecordsContract;
import org.junit.jupiter.api.DisplayName;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@DisplayName("what earlier releases have stored in Powertools' items")
class PowertoolsGoldenTest extends StoredRecordsContract {
    private static final DynamoDbClient CLIENT = Clients.shared();

    @Override
    protected String fileName() {
        return "powertools.txt";
    }

    @Override
    protected Place<Store> open() {
        return new DynamoDbPlace<>(CLIENT, table -> {
            PowertoolsStoreTest.create(table);
            return PowertoolsStore.builder(CLIENT, table).clock(Clients.clock()).build();
        });
    }
}
