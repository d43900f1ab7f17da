package dev.semel.dynamodb;

import java.time.Instant;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Deletes by hand what DynamoDB's time to live deletes by itself. It reads the whole table. */
final class CountPurge {
    private final Calls calls;
    private final CountItems items;
    private final Expression over;

    CountPurge(Calls calls, CountItems items) {
        this.calls = calls;
        this.items = items;
        this.over = items.expression("#KEPT <= :NOW");
    }

    /** Each on condition that it still is over: what somebody has counted in between has another end. */
    int purge(Instant now, int limit) {
        int removed = 0;
        Map<String, AttributeValue> from = Map.of();
        do {
            ScanResponse page = scan(now, from);
            for (Map<String, AttributeValue> key : page.items()) {
                removed += delete(key, now) ? 1 : 0;
                if (removed == limit) {
                    return removed;
                }
            }
            from = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : Map.of();
        } while (!from.isEmpty());
        return removed;
    }

    private ScanResponse scan(Instant now, Map<String, AttributeValue> from) {
        Expression filter = items.expression("begins_with(#PARTITION, :PREFIX) AND #KEPT <= :NOW");
        Expression keys = items.expression("#PARTITION");
        ScanRequest.Builder scan = ScanRequest.builder()
                .tableName(items.table())
                .consistentRead(true)
                .filterExpression(filter.text())
                .projectionExpression(keys.text())
                .expressionAttributeNames(filter.namesWith(keys))
                .expressionAttributeValues(
                        Map.of(":PREFIX", AttributeValue.fromS(CountItems.PREFIX), ":NOW", CountItems.time(now)));
        if (!from.isEmpty()) {
            scan.exclusiveStartKey(from);
        }
        return calls.send("purge counts", () -> calls.wire().scan(scan.build()));
    }

    private boolean delete(Map<String, AttributeValue> key, Instant now) {
        DeleteItemRequest request = DeleteItemRequest.builder()
                .tableName(items.table())
                .key(key)
                .conditionExpression(over.text())
                .expressionAttributeNames(over.names())
                .expressionAttributeValues(Map.of(":NOW", CountItems.time(now)))
                .build();
        try {
            calls.run("purge counts", () -> calls.wire().delete(request));
            return true;
        } catch (ConditionalCheckFailedException e) {
            return false;
        }
    }
}
