package dev.semel.dynamodb;

import dev.semel.store.RecordId;
import dev.semel.store.Store;
import dev.semel.testkit.TestClock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@DisplayName("the DynamoDB store, in a dedicated table, with a clock that the test controls")
class DynamoDbStoreTest extends DynamoDbContract {
    private static final DynamoDbClient CLIENT = Clients.shared();
    private final TestClock clock = Clients.clock();

    @Override
    protected Store openStore() {
        return DynamoDbStore.builder(CLIENT)
                .table(table())
                .clock(clock)
                .skewAllowance(Duration.ZERO)
                .createTable(true)
                .build();
    }

    @Override
    protected void passTime(Duration time) {
        clock.advance(time);
    }

    @Override
    protected boolean hasExactTime() {
        return true;
    }

    @Override
    String table() {
        return "contract";
    }

    @Override
    Map<String, AttributeValue> key(RecordId id) {
        return keyOf("id", "semel#", id);
    }

    @Override
    String formatAttribute() {
        return "format";
    }

    @Override
    String resultAttribute() {
        return "result";
    }
}
