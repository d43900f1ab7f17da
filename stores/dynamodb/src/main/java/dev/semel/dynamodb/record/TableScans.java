package dev.semel.dynamodb.record;

import static dev.semel.dynamodb.wire.AttributeValues.number;

import dev.semel.RecordState;
import dev.semel.dynamodb.wire.DynamoDbLink;
import dev.semel.dynamodb.wire.Expression;
import dev.semel.skew.ClockReading;
import dev.semel.skew.SkewedClock;
import dev.semel.store.BrowsableStore.Position;
import dev.semel.store.BrowsableStore.Query;
import dev.semel.store.RecordId;
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

/** Browses, counts and purges records by reading the whole table, page by page. Never on the path of a call. */
public final class TableScans {

    private static final String MINE = "begins_with(#PARTITION, :prefix) AND #FORMAT = :format";
    private static final String LIVE = " AND (attribute_not_exists(#EXPIRES_AT) OR #EXPIRES_AT > :judged)";
    private static final String EXPIRED = "#EXPIRES_AT <= :judged";

    private final DynamoDbLink link;
    private final ItemLayout layout;
    private final ItemCodec items;
    private final SkewedClock clock;
    private final Expression live;
    private final Expression expired;
    private final Expression stillExpired;
    private final Expression keys;
    private final Expression times;

    /** Scans a table for items of a layout. */
    public TableScans(DynamoDbLink link, ItemCodec items) {
        this.link = link;
        this.items = items;
        this.layout = items.layout();
        this.clock = items.clock();
        String sort = layout.keys().sort() == null ? "" : " AND #SORT = :sort";
        this.live = layout.expression(MINE + sort + LIVE);
        this.expired = layout.expression(MINE + sort + " AND " + EXPIRED);
        this.stillExpired = layout.expression(EXPIRED);
        this.keys = layout.expression(layout.keys().sort() == null ? "#PARTITION" : "#PARTITION, #SORT");
        this.times = layout.expression("#STATE, #LEASE_END, #EXPIRES_AT");
    }

    /** One pass through the table: which items it reads, and which of their attributes. */
    private record Pass(
            String what, Expression filter, @Nullable Expression projection) {}

    private record Seen(StoredRecord record, RecordItem item) {
        Position position() {
            return Position.of(record);
        }
    }

    /**
     * Returns a page of records. Leaves out damaged records and reads more in their place, so that a page that is not full is the last one.
     */
    public List<StoredRecord> browse(Query query) {
        ClockReading now = clock.now();
        PriorityQueue<Seen> first =
                new PriorityQueue<>(Comparator.comparing(Seen::position).reversed());
        scan(new Pass("browse", live, null), now, attributes -> {
            ifReadable(() -> {
                        RecordId id = items.id(attributes);
                        RecordItem item = items.read(id, attributes);
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

    /** Leaves out a record that can't be read, so that browsing shows the others. */
    private static <T> Optional<T> ifReadable(Supplier<T> reading) {
        try {
            return Optional.of(reading.get());
        } catch (UnreadableRecordException e) {
            // The logger is created when it is first used, since it would lengthen each cold start.
            System.getLogger("dev.semel.dynamodb")
                    .log(Level.WARNING, "an unreadable record is left out: {0}", e.getMessage());
            return Optional.empty();
        }
    }

    private StoredRecord withResult(Seen seen, ClockReading now) {
        boolean settled = seen.item.state().isSettled();
        RecordId id = seen.record.id();
        return settled ? seen.item.seenAs(id, now, items.result(id, seen.item)) : seen.record;
    }

    /** Counts the records in each state. */
    public Map<RecordState, Long> countByState() {
        ClockReading now = clock.now();
        Map<RecordState, Long> counts = new EnumMap<>(RecordState.class);
        scan(new Pass("count records", live, times), now, attributes -> {
            ifReadable(() -> items.readState(attributes, now)).ifPresent(state -> counts.merge(state, 1L, Long::sum));
            return true;
        });
        return counts;
    }

    /** Deletes up to {@code limit} expired items, each on the condition that it still is: a claim in between changes its end. */
    public int purge(int limit) {
        ClockReading now = clock.now();
        int[] removed = new int[1];
        scan(new Pass("purge", expired, keys), now, key -> {
            removed[0] += delete(key, now) ? 1 : 0;
            return removed[0] < limit;
        });
        return removed[0];
    }

    private boolean delete(Map<String, AttributeValue> key, ClockReading now) {
        DeleteItemRequest request = DeleteItemRequest.builder()
                .tableName(layout.table())
                .key(key)
                .conditionExpression(stillExpired.text())
                .expressionAttributeNames(stillExpired.names())
                .expressionAttributeValues(Map.of(":judged", number(now.judged())))
                .build();
        return link.delete("purge", request);
    }

    /** Passes the items that match the filter to {@code goOn} until that returns false. */
    private void scan(Pass pass, ClockReading now, Predicate<Map<String, AttributeValue>> goOn) {
        Expression filter = pass.filter;
        Expression projection = pass.projection;
        ScanRequest.Builder scan = ScanRequest.builder()
                .tableName(layout.table())
                .consistentRead(true)
                .filterExpression(filter.text())
                .expressionAttributeNames(projection == null ? filter.names() : filter.namesWith(projection))
                .expressionAttributeValues(values(now))
                .projectionExpression(projection == null ? null : projection.text());
        link.scan(pass.what, scan, goOn);
    }

    private Map<String, AttributeValue> values(ClockReading now) {
        Map<String, AttributeValue> values = new HashMap<>();
        values.put(":prefix", AttributeValue.fromS(layout.keys().prefix()));
        values.put(":format", number(RecordItem.FORMAT));
        values.put(":judged", number(now.judged()));
        if (layout.keys().sort() != null) {
            values.put(":sort", AttributeValue.fromS(layout.keys().sortValue()));
        }
        return values;
    }
}
