package dev.semel.dynamodb.counter;

import dev.semel.dynamodb.wire.DynamoDbLink;
import dev.semel.dynamodb.wire.Expression;
import java.time.Instant;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** Deletes expired counts of tables without time to live, by scanning the whole table. */
final class CountPurge {
    private final DynamoDbLink link;
    private final CountItems items;
    private final Expression stillExpired;

    CountPurge(DynamoDbLink link, CountItems items) {
        this.link = link;
        this.items = items;
        this.stillExpired = items.expression("#KEPT <= :NOW");
    }

    /** Deletes up to {@code limit} items, each on the condition that it is still expired: counting in between changes its end. */
    int purge(Instant now, int limit) {
        int[] removed = new int[1];
        link.scan("purge counts", expired(now), key -> {
            removed[0] += delete(key, now) ? 1 : 0;
            return removed[0] < limit;
        });
        return removed[0];
    }

    private ScanRequest.Builder expired(Instant now) {
        Expression filter = items.expression("begins_with(#PARTITION, :PREFIX) AND #KEPT <= :NOW");
        Expression keys = items.expression("#PARTITION");
        return ScanRequest.builder()
                .tableName(items.table())
                .consistentRead(true)
                .filterExpression(filter.text())
                .projectionExpression(keys.text())
                .expressionAttributeNames(filter.namesWith(keys))
                .expressionAttributeValues(
                        Map.of(":PREFIX", AttributeValue.fromS(CountItems.PREFIX), ":NOW", CountItems.time(now)));
    }

    private boolean delete(Map<String, AttributeValue> key, Instant now) {
        DeleteItemRequest request = DeleteItemRequest.builder()
                .tableName(items.table())
                .key(key)
                .conditionExpression(stillExpired.text())
                .expressionAttributeNames(stillExpired.names())
                .expressionAttributeValues(Map.of(":NOW", CountItems.time(now)))
                .build();
        return link.delete("purge counts", request);
    }
}
