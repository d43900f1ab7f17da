package dev.semel.dynamodb.counter;

import dev.semel.StoreException;
import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountChange;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.StoredCount;
import dev.semel.dynamodb.wire.AttributeValues;
import dev.semel.dynamodb.wire.Expression;
import dev.semel.store.Nonce;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The items of counts and of keys: where they are, and what they hold. Times are milliseconds since 1970, except for the time to live. */
final class CountItems {
    static final String PREFIX = "semel-counter#";
    static final String TTL = "ttl";
    /** Delays DynamoDB's deletion, so that clocks which are apart don't matter. */
    private static final Duration GRACE = Duration.ofHours(1);

    private static final Map<String, String> NAMES = Map.of(
            "#COUNTER", "counter",
            "#SUBJECT", "subject",
            "#START", "window_start",
            "#END", "window_end",
            "#COUNT", "count",
            "#NONCE", "nonce",
            "#KEPT", "kept_until",
            "#TTL", TTL);

    private final String table;
    private final String partitionKey;
    private final Map<String, String> names;
    private final InstantSource clock;

    CountItems(String table, String partitionKey, InstantSource clock) {
        this.table = table;
        this.partitionKey = partitionKey;
        this.names = new HashMap<>(NAMES);
        this.names.put("#PARTITION", partitionKey);
        this.clock = clock;
    }

    String table() {
        return table;
    }

    Expression expression(String text) {
        return Expression.of(text, names);
    }

    Map<String, AttributeValue> key(CounterId id) {
        return key("count#", id.digest());
    }

    Map<String, AttributeValue> key(CountCall call, CountCall.Once once) {
        return key("once#", once.digest(call));
    }

    private Map<String, AttributeValue> key(String kind, byte[] digest) {
        return Map.of(
                partitionKey,
                AttributeValue.fromS(PREFIX + kind + HexFormat.of().formatHex(digest)));
    }

    /** Returns the count of an item, or {@code null} if the item is empty. */
    static @Nullable StoredCount read(Map<String, AttributeValue> item) {
        return item.isEmpty()
                ? null
                : new StoredCount(time(item, "window_start"), time(item, "window_end"), number(item, "count"));
    }

    static long number(Map<String, AttributeValue> item, String name) {
        AttributeValue value = item.get(name);
        if (value == null || value.n() == null) {
            throw new StoreException(
                    "the item of a count has no number \"" + name
                            + "\": Semel did not write it, or it was changed since; delete it to count from zero",
                    null);
        }
        return Long.parseLong(value.n());
    }

    private static Instant time(Map<String, AttributeValue> item, String name) {
        return Instant.ofEpochMilli(number(item, name));
    }

    static boolean isBy(Nonce nonce, Map<String, AttributeValue> item) {
        return AttributeValues.nonce(nonce).equals(item.get("nonce"));
    }

    static AttributeValue time(Instant time) {
        return AttributeValues.number(time.toEpochMilli());
    }

    /** Returns seconds since 1970, rounded up. Counts from now at least, since the window may have ended long ago by the application's clock. */
    AttributeValue timeToLive(Instant end, Duration keep) {
        Instant now = clock.instant();
        Instant from = end.isAfter(now) ? end : now;
        return AttributeValues.number(from.plus(keep).plus(GRACE).getEpochSecond() + 1);
    }

    /** Returns what the item of a count holds beside its key, as values such as {@code :COUNT}. */
    Map<String, AttributeValue> values(CountCall call, CountChange change, StoredCount count) {
        Map<String, AttributeValue> values = new HashMap<>();
        values.put(":COUNTER", AttributeValue.fromS(change.counter()));
        values.put(":SUBJECT", AttributeValue.fromS(call.subject()));
        values.put(":START", time(count.start()));
        values.put(":END", time(count.end()));
        values.put(":COUNT", AttributeValues.number(count.count()));
        values.put(":NONCE", AttributeValues.nonce(call.nonce()));
        if (!change.keep().isZero()) {
            values.put(":KEPT", time(count.end().plus(change.keep())));
            values.put(":TTL", timeToLive(count.end(), change.keep()));
        }
        return values;
    }

    /** Returns the update that sets all of {@link #values}. */
    static String setAll(CountChange change) {
        return "SET #COUNTER = :COUNTER, #SUBJECT = :SUBJECT, #START = :START, #END = :END, #COUNT = :COUNT, #NONCE = :NONCE"
                + (change.keep().isZero() ? " REMOVE #KEPT, #TTL" : ", #KEPT = :KEPT, #TTL = :TTL");
    }

    /** Returns an answer as the item of a key holds it: three numbers for each count. */
    static AttributeValue answer(List<StoredCount> counts) {
        List<AttributeValue> numbers = new ArrayList<>();
        for (StoredCount count : counts) {
            numbers.add(time(count.start()));
            numbers.add(time(count.end()));
            numbers.add(AttributeValues.number(count.count()));
        }
        return AttributeValue.fromL(numbers);
    }

    static List<StoredCount> answer(Map<String, AttributeValue> item) {
        List<AttributeValue> numbers =
                item.getOrDefault("answer", AttributeValue.fromL(List.of())).l();
        List<StoredCount> counts = new ArrayList<>();
        for (int i = 0; i + 2 < numbers.size(); i += 3) {
            counts.add(new StoredCount(
                    Instant.ofEpochMilli(Long.parseLong(numbers.get(i).n())),
                    Instant.ofEpochMilli(Long.parseLong(numbers.get(i + 1).n())),
                    Long.parseLong(numbers.get(i + 2).n())));
        }
        return counts;
    }
}
