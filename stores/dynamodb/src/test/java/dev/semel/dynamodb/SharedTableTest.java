package dev.semel.dynamodb;

import dev.semel.servers.DynamoDbLocal;
import dev.semel.store.RecordId;
import dev.semel.store.Store;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@DisplayName("the DynamoDB store, in a shared table, through the asynchronous client, by the system's clock")
class SharedTableTest extends DynamoDbContract {
    private static final DynamoDbAsyncClient CLIENT =
            Clients.async(DynamoDbLocal.shared().uri());

    @Override
    protected Store openStore() {
        DynamoDbStoreBuilder builder = DynamoDbStore.builder(CLIENT)
                .table(table())
                .partitionKey("PK")
                .sortKey("SK", "record")
                .keyPrefix("once/")
                .skewAllowance(Duration.ofMillis(5))
                .createTable(true);
        for (Attribute each : Attribute.values()) {
            builder.attribute(each, "x-" + each.name());
        }
        return builder.build();
    }

    /** Requests to DynamoDB Local may take long when they come by the dozen. */
    @Override
    protected Duration shortLease() {
        return Duration.ofSeconds(1);
    }

    @Override
    String table() {
        return "shared-contract";
    }

    @Override
    Map<String, AttributeValue> key(RecordId id) {
        Map<String, AttributeValue> key = new HashMap<>(keyOf("PK", "once/", id));
        key.put("SK", AttributeValue.fromS("record"));
        return key;
    }

    @Override
    String formatAttribute() {
        return "x-FORMAT";
    }
}
