package dev.semel.dynamodb;

import dev.semel.store.RecordId;
import dev.semel.store.UnreadableRecordException;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** Deletes what is over of Powertools' items, whoever wrote it, each on the condition that nobody has written it since it was read. */
final class PowertoolsPurge {
    private static final RecordId NOBODY = new RecordId("powertools", "", "unknown");

    private final Calls calls;
    private final PowertoolsItems items;
    private final Timing timing;

    PowertoolsPurge(Calls calls, PowertoolsItems items, Timing timing) {
        this.calls = calls;
        this.items = items;
        this.timing = timing;
    }

    int purge(int limit) {
        Moment now = timing.now();
        int[] removed = new int[1];
        calls.scan("purge", candidates(now), item -> {
            removed[0] += isOver(item, now) && delete(item) ? 1 : 0;
            return removed[0] < limit;
        });
        return removed[0];
    }

    /** All that can be over; the exact word is the item's. */
    private ScanRequest.Builder candidates(Moment now) {
        return ScanRequest.builder()
                .tableName(items.table())
                .consistentRead(true)
                .filterExpression("#expiration < :second OR #expires_at <= :judged")
                .expressionAttributeNames(
                        Map.of("#expiration", items.names().expiration, "#expires_at", PowertoolsItems.EXPIRES_AT))
                .expressionAttributeValues(Map.of(
                        ":second", Items.number(Math.floorDiv(now.judged(), 1_000L)),
                        ":judged", Items.number(now.judged())));
    }

    /** What can't be read, or belongs to somebody else, is left alone. */
    private boolean isOver(Map<String, AttributeValue> item, Moment now) {
        try {
            return items.read(NOBODY, item, now).isOver(now);
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
        return calls.delete("purge", request);
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
