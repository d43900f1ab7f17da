package dev.semel.dynamodb;

import dev.semel.servers.DynamoDbLocal;
import dev.semel.store.RecordId;
import dev.semel.store.Store;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

@DisplayName("the DynamoDB store, in a shared table, through the asynchronous client, with the system's clock")
class SharedTableTest extends DynamoDbContract {
    private static final DynamoDbAsyncClient CLIENT =
            Clients.async(DynamoDbLocal.shared().uri());
    private static final String TABLE = "shared-contract";

    /** A table without time to live, since DynamoDB Local would delete items that the purge has to count. */
    @BeforeAll
    static void createTable() {
        CLIENT.createTable(create -> create.tableName(TABLE)
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .attributeDefinitions(
                                TableTest.defined("PK", ScalarAttributeType.S),
                                TableTest.defined("SK", ScalarAttributeType.S))
                        .keySchema(TableTest.keyed("PK", KeyType.HASH), TableTest.keyed("SK", KeyType.RANGE)))
                .join();
    }

    @Override
    protected Store openStore() {
        DynamoDbStoreBuilder builder = DynamoDbStore.builder(CLIENT)
                .table(TABLE)
                .partitionKey("PK")
                .sortKey("SK", "record")
                .keyPrefix("once/")
                .skewAllowance(Duration.ofMillis(5))
                .checkTable(false);
        for (Attribute each : Attribute.values()) {
            builder.attribute(each, "x-" + each.name());
        }
        return builder.build();
    }

    /** DynamoDB Local may take long to answer dozens of concurrent requests. */
    @Override
    protected Duration shortLease() {
        return Duration.ofSeconds(1);
    }

    @Override
    String table() {
        return TABLE;
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

    @Override
    String resultAttribute() {
        return "x-RESULT";
    }
}
