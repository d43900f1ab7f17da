package dev.semel.dynamodb;

import dev.semel.store.BrowsableStore.Position;
import dev.semel.store.BrowsableStore.Query;
import dev.semel.store.RecordId;
import dev.semel.store.RecordState;
import dev.semel.store.StoredRecord;
import dev.semel.store.UnreadableRecordException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** What has to read the whole table, page by page: browsing, counting, and purging where DynamoDB does not. Never on the path of a call. */
final class Scans {

    private static final String MINE = "begins_with(#PARTITION, :prefix) AND #FORMAT = :format";
    private static final String LIVE = " AND (attribute_not_exists(#EXPIRES_AT) OR #EXPIRES_AT > :judged)";
    private static final String OVER = "#EXPIRES_AT <= :judged";

    private final Calls calls;
    private final Layout layout;
    private final Items items;
    private final Timing timing;
    private final Bodies bodies;
    private final Expression live;
    private final Expression expired;
    private final Expression over;
    private final Expression keys;
    private final Expression times;

    Scans(Calls calls, Layout layout, Timing timing, Bodies bodies) {
        this.calls = calls;
        this.layout = layout;
        this.items = new Items(layout, timing);
        this.timing = timing;
        this.bodies = bodies;
        String sort = layout.keys().sort() == null ? "" : " AND #SORT = :sort";
        this.live = layout.expression(MINE + sort + LIVE);
        this.expired = layout.expression(MINE + sort + " AND " + OVER);
        this.over = layout.expression(OVER);
        this.keys = layout.expression(layout.keys().sort() == null ? "#PARTITION" : "#PARTITION, #SORT");
        this.times = layout.expression("#STATE, #LEASE_END, #EXPIRES_AT");
    }

    /** A way through the table, and what of each item to show. */
    private record Pass(
            String what, Expression filter, @Nullable Expression projection) {}

    private record Seen(StoredRecord record, Item item) {
        Position position() {
            return Position.of(record);
        }
    }

    /** What is damaged is left out, and more is read in its place: a page that is not full is the last one. */
    List<StoredRecord> browse(Query query) {
        Moment now = timing.now();
        PriorityQueue<Seen> first =
                new PriorityQueue<>(Comparator.comparing(Seen::position).reversed());
        scan(new Pass("browse", live, null), now, attributes -> {
            ifReadable(() -> {
                        RecordId id = items.id(attributes);
                        Item item = items.read(id, attributes);
                        return new Seen(item.seenAs(id, now, null), item);
                    })
                    .filter(seen -> query.matches(seen.record))
                    .ifPresent(seen -> {
                        first.add(seen);
                        if (first.size() > query.limit()) {
                            first.remove();
                        }
                    });
            return true;
        });
        List<Seen> page =
                first.stream().sorted(Comparator.comparing(Seen::position)).toList();
        List<StoredRecord> records = new ArrayList<>();
        page.forEach(seen -> ifReadable(() -> withResult(seen, now)).ifPresent(records::add));
        int missing = query.limit() - records.size();
        if (missing > 0 && page.size() == query.limit()) {
            Position last = page.get(page.size() - 1).position();
            records.addAll(browse(new Query(query.operation(), query.scope(), query.state(), last, missing)));
        }
        return records;
    }

    /** Who looks around sees all that can be read, although something can't. */
    private static <T> Optional<T> ifReadable(Supplier<T> reading) {
        try {
            return Optional.of(reading.get());
        } catch (UnreadableRecordException e) {
            // Not made before there is something to say: it takes time that a cold start does not have.
            System.getLogger("dev.semel.dynamodb").log(Level.WARNING, "a record is left out: {0}", e.getMessage());
            return Optional.empty();
        }
    }

    private StoredRecord withResult(Seen seen, Moment now) {
        boolean settled = seen.item.state().isSettled();
        RecordId id = seen.record.id();
        return settled ? seen.item.seenAs(id, now, bodies.read(id, seen.item)) : seen.record;
    }

    Map<RecordState, Long> countByState() {
        Moment now = timing.now();
        Map<RecordState, Long> counts = new EnumMap<>(RecordState.class);
        scan(new Pass("count records", live, times), now, attributes -> {
            ifReadable(() -> items.readState(attributes, now)).ifPresent(state -> counts.merge(state, 1L, Long::sum));
            return true;
        });
        return counts;
    }

    /** Deletes what is over, each item on the condition that it still is: what somebody claims in between has another end. */
    int purge(int limit) {
        Moment now = timing.now();
        int[] removed = new int[1];
        scan(new Pass("purge", expired, keys), now, key -> {
            removed[0] += delete(key, now) ? 1 : 0;
            return removed[0] < limit;
        });
        return removed[0];
    }

    private boolean delete(Map<String, AttributeValue> key, Moment now) {
        DeleteItemRequest request = DeleteItemRequest.builder()
                .tableName(layout.table())
                .key(key)
                .conditionExpression(over.text())
                .expressionAttributeNames(over.names())
                .expressionAttributeValues(Map.of(":judged", Items.number(now.judged())))
                .build();
        return calls.delete("purge", request);
    }

    /** Shows every item that passes the filter to {@code goOn} until that says no. */
    private void scan(Pass pass, Moment now, Predicate<Map<String, AttributeValue>> goOn) {
        Expression filter = pass.filter;
        Expression projection = pass.projection;
        ScanRequest.Builder scan = ScanRequest.builder()
                .tableName(layout.table())
                .consistentRead(true)
                .filterExpression(filter.text())
                .expressionAttributeNames(projection == null ? filter.names() : filter.namesWith(projection))
                .expressionAttributeValues(values(now))
                .projectionExpression(projection == null ? null : projection.text());
        calls.scan(pass.what, scan, goOn);
    }

    private Map<String, AttributeValue> values(Moment now) {
        Map<String, AttributeValue> values = new HashMap<>();
        values.put(":prefix", AttributeValue.fromS(layout.keys().prefix()));
        values.put(":format", Items.number(Item.FORMAT));
        values.put(":judged", Items.number(now.judged()));
        if (layout.keys().sort() != null) {
            values.put(":sort", AttributeValue.fromS(layout.keys().sortValue()));
        }
        return values;
    }
}
