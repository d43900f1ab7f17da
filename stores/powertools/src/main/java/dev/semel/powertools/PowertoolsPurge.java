package dev.semel.powertools;

import static dev.semel.dynamodb.wire.AttributeValues.number;

import dev.semel.dynamodb.wire.DynamoDbLink;
import dev.semel.skew.ClockReading;
import dev.semel.skew.SkewedClock;
import dev.semel.store.RecordId;
import dev.semel.store.UnreadableRecordException;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** Deletes expired items of Powertools and of Semel, each on the condition that it was not written since it was read. */
final class PowertoolsPurge {
    private static final RecordId UNKNOWN = new RecordId("powertools", "", "unknown");

    private final DynamoDbLink link;
    private final PowertoolsItems items;
    private final SkewedClock clock;

    PowertoolsPurge(DynamoDbLink link, PowertoolsItems items, SkewedClock clock) {
        this.link = link;
        this.items = items;
        this.clock = clock;
    }

    int purge(int limit) {
        ClockReading now = clock.now();
        int[] removed = new int[1];
        link.scan("purge", candidates(now), item -> {
            removed[0] += isExpired(item, now) && delete(item) ? 1 : 0;
            return removed[0] < limit;
        });
        return removed[0];
    }

    /** Returns a scan for all items that may be expired. Reading the item decides. */
    private ScanRequest.Builder candidates(ClockReading now) {
        return ScanRequest.builder()
                .tableName(items.table())
                .consistentRead(true)
                .filterExpression("#expiration < :second OR #expires_at <= :judged")
                .expressionAttributeNames(
                        Map.of("#expiration", items.names().expiration, "#expires_at", PowertoolsItems.EXPIRES_AT))
                .expressionAttributeValues(Map.of(
                        ":second", number(Math.floorDiv(now.judged(), 1_000L)),
                        ":judged", number(now.judged())));
    }

    /** Returns false for items that can't be read: they are damaged, or other than Powertools' and Semel's. */
    private boolean isExpired(Map<String, AttributeValue> item, ClockReading now) {
        try {
            return items.read(UNKNOWN, item, now).isExpired(now);
        } catch (UnreadableRecordException e) {
            return false;
        }
    }

    private boolean delete(Map<String, AttributeValue> item) {
        Unchanged unchanged = Unchanged.since(item, items.names());
        DeleteItemRequest request = DeleteItemRequest.builder()
                .tableName(items.table())
                .key(keyOf(item))
                .conditionExpression(unchanged.condition())
                .expressionAttributeNames(unchanged.names())
                .expressionAttributeValues(unchanged.values())
                .build();
        return link.delete("purge", request);
    }

    private Map<String, AttributeValue> keyOf(Map<String, AttributeValue> item) {
        Map<String, AttributeValue> key = new HashMap<>();
        key.put(items.names().id, item.get(items.names().id));
        String sort = items.names().sort;
        if (sort != null) {
            key.put(sort, item.get(sort));
        }
        return key;
    }
}
