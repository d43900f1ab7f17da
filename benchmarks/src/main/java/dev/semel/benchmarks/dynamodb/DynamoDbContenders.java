package dev.semel.benchmarks.dynamodb;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.benchmarks.powertools.PowertoolsCalls;
import dev.semel.benchmarks.servers.PrivateDynamoDb;
import dev.semel.benchmarks.workload.SemelCalls;
import dev.semel.dynamodb.DynamoDbStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The contenders. The first of them does what tutorials show. */
final class DynamoDbContenders {
    static final String RECEIPT = "r".repeat(1_024);
    static final String SEMEL = "Semel";
    static final String POWERTOOLS = "Powertools for Lambda 1.15.0";

    private static final Duration RETENTION = Duration.ofHours(1);

    private DynamoDbContenders() {}

    static List<DynamoDbContender> all(PrivateDynamoDb server) {
        return List.of(naive(server), powertools(server), semel(server), onePut(server));
    }

    private static DynamoDbContender semel(PrivateDynamoDb server) {
        DynamoDbStore store = DynamoDbStore.builder(server.client())
                .table("semel")
                .createTable(true)
                .build();
        Operation<String> payments = Semel.on(store)
                .operation("payments.create", Codec.text())
                .retention(RETENTION)
                .build();
        return new DynamoDbContender(SEMEL, true, key -> payments.once(key, SemelCalls.REQUEST, () -> RECEIPT));
    }

    private static DynamoDbContender powertools(PrivateDynamoDb server) {
        PowertoolsCalls calls = new PowertoolsCalls(server.client(), server.table("powertools"), RETENTION, RECEIPT);
        ObjectMapper mapper = new ObjectMapper();
        return new DynamoDbContender(POWERTOOLS, true, key -> {
            ObjectNode event = mapper.createObjectNode();
            event.put("key", key);
            event.set("payment", mapper.valueToTree(SemelCalls.REQUEST));
            return calls.handle(event);
        });
    }

    /** Reads, works and writes: of two concurrent calls, both find nothing. */
    private static DynamoDbContender naive(PrivateDynamoDb server) {
        DynamoDbClient client = server.client();
        String table = server.table("naive");
        return new DynamoDbContender("get, then put (unsafe)", true, key -> {
            Map<String, AttributeValue> id = Map.of("id", AttributeValue.fromS(key));
            AttributeValue result = client.getItem(
                            get -> get.tableName(table).key(id).consistentRead(true))
                    .item()
                    .get("result");
            return result == null ? put(client, table, key) : result.s();
        });
    }

    /** Writes a result of 1 KB and does nothing else. */
    private static DynamoDbContender onePut(PrivateDynamoDb server) {
        DynamoDbClient client = server.client();
        String table = server.table("one_put");
        return new DynamoDbContender("limit: one PutItem", false, key -> put(client, table, key));
    }

    private static String put(DynamoDbClient client, String table, String key) {
        long expiry = Instant.now().plus(RETENTION).getEpochSecond();
        client.putItem(put -> put.tableName(table)
                .item(Map.of(
                        "id", AttributeValue.fromS(key),
                        "result", AttributeValue.fromS(RECEIPT),
                        "ttl", AttributeValue.fromN(Long.toString(expiry)))));
        return RECEIPT;
    }
}
