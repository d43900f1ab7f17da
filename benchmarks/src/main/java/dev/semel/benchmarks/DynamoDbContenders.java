package dev.semel.benchmarks;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.dynamodb.DynamoDbStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Those who are compared; the first is what tutorials show. */
final class DynamoDbContenders {
    static final String RECEIPT = "r".repeat(1_024);
    static final String SEMEL = "Semel";
    static final String POWERTOOLS = "Powertools for Lambda 1.15.0";

    private DynamoDbContenders() {}

    static List<DynamoDbContender> all(DynamoDbPlace place) {
        return List.of(naive(place), powertools(place), semel(place), onePut(place));
    }

    private static DynamoDbContender semel(DynamoDbPlace place) {
        DynamoDbStore store = DynamoDbStore.builder(place.client())
                .table("semel")
                .createTable(true)
                .build();
        Operation<String> payments = Semel.on(store)
                .operation("payments.create", Codec.text())
                .retention(Duration.ofHours(1))
                .build();
        return new DynamoDbContender() {
            @Override
            public String name() {
                return SEMEL;
            }

            @Override
            public String call(Payment payment, String key) {
                return payments.once(key, payment, () -> RECEIPT);
            }
        };
    }

    private static DynamoDbContender powertools(DynamoDbPlace place) {
        return new PowertoolsContender(place.client(), place.table("powertools"));
    }

    /** Looks, works, writes: two calls at once both find nothing. */
    private static DynamoDbContender naive(DynamoDbPlace place) {
        DynamoDbClient client = place.client();
        String table = place.table("naive");
        return new DynamoDbContender() {
            @Override
            public String name() {
                return "get, then put (unsafe)";
            }

            @Override
            public String call(Payment payment, String key) {
                Map<String, AttributeValue> id = Map.of("id", AttributeValue.fromS(key));
                Map<String, AttributeValue> found = client.getItem(
                                get -> get.tableName(table).key(id).consistentRead(true))
                        .item();
                AttributeValue result = found.get("result");
                if (result != null) {
                    return result.s();
                }
                put(client, table, key);
                return RECEIPT;
            }
        };
    }

    /** The limit: a result of 1 KB is written, and that is all. */
    private static DynamoDbContender onePut(DynamoDbPlace place) {
        DynamoDbClient client = place.client();
        String table = place.table("one_put");
        return new DynamoDbContender() {
            @Override
            public String name() {
                return "limit: one PutItem";
            }

            @Override
            public String call(Payment payment, String key) {
                put(client, table, key);
                return RECEIPT;
            }

            @Override
            public boolean replays() {
                return false;
            }
        };
    }

    private static void put(DynamoDbClient client, String table, String key) {
        long expiry = Instant.now().plus(Duration.ofHours(1)).getEpochSecond();
        client.putItem(put -> put.tableName(table)
                .item(Map.of(
                        "id", AttributeValue.fromS(key),
                        "result", AttributeValue.fromS(RECEIPT),
                        "ttl", AttributeValue.fromN(Long.toString(expiry)))));
    }
}
