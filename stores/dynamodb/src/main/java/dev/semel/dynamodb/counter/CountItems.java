package dev.semel.dynamodb.counter;

import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountChange;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.StoredCount;
import dev.semel.dynamodb.Expression;
import dev.semel.store.Nonce;
import dev.semel.store.StoreException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Where counts and keys are in a table, and what their items hold. Times are milliseconds since 1970, but for the time to live. */
final class CountItems {
    static final String PREFIX = "semel-counter#";
    /** How much later than it may DynamoDB deletes an item, so that clocks which are apart don't matter. */
    private static final Duration GRACE = Duration.ofHours(1);

    private static final Map<String, String> NAMES = Map.of(
            "#COUNTER", "counter",
            "#SUBJECT", "subject",
            "#START", "window_start",
            "#END", "window_end",
            "#COUNT", "count",
            "#NONCE", "nonce",
            "#KEPT", "kept_until",
            "#TTL", "ttl");

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

    /** A count, or nothing if there is no such item. */
    static @Nullable StoredCount read(Map<String, AttributeValue> item) {
        return item.isEmpty()
                ? null
                : new StoredCount(time(item, "window_start"), time(item, "window_end"), number(item, "count"));
    }

    static long number(Map<String, AttributeValue> item, String name) {
        AttributeValue value = item.get(name);
        if (value == null || value.n() == null) {
            throw new StoreException(
                    "an item of a count has no number \"" + name
                            + "\"; it was not written by Semel, or was changed by hand",
                    null);
        }
        return Long.parseLong(value.n());
    }

    private static Instant time(Map<String, AttributeValue> item, String name) {
        return Instant.ofEpochMilli(number(item, name));
    }

    static boolean isBy(Nonce nonce, Map<String, AttributeValue> item) {
        return nonce(nonce).equals(item.get("nonce"));
    }

    static AttributeValue nonce(Nonce nonce) {
        ByteBuffer bytes = ByteBuffer.allocate(16).putLong(nonce.high()).putLong(nonce.low());
        return AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(bytes.array()));
    }

    static AttributeValue number(long value) {
        return AttributeValue.fromN(Long.toString(value));
    }

    static AttributeValue time(Instant time) {
        return number(time.toEpochMilli());
    }

    /** Seconds, rounded up; from now on at least, since the window may be long over by the application's clock. */
    AttributeValue timeToLive(Instant end, Duration keep) {
        Instant now = clock.instant();
        Instant from = end.isAfter(now) ? end : now;
        return number(from.plus(keep).plus(GRACE).getEpochSecond() + 1);
    }

    /** All that is in an item of a count beside its key, as values {@code :COUNT} and so on. */
    Map<String, AttributeValue> values(CountCall call, CountChange change, StoredCount count) {
        Map<String, AttributeValue> values = new HashMap<>();
        values.put(":COUNTER", AttributeValue.fromS(change.counter()));
        values.put(":SUBJECT", AttributeValue.fromS(call.subject()));
        values.put(":START", time(count.start()));
        values.put(":END", time(count.end()));
        values.put(":COUNT", number(count.count()));
        values.put(":NONCE", nonce(call.nonce()));
        if (!change.keep().isZero()) {
            values.put(":KEPT", time(count.end().plus(change.keep())));
            values.put(":TTL", timeToLive(count.end(), change.keep()));
        }
        return values;
    }

    /** Sets all of {@link #values}. */
    static String setAll(CountChange change) {
        return "SET #COUNTER = :COUNTER, #SUBJECT = :SUBJECT, #START = :START, #END = :END, #COUNT = :COUNT, #NONCE = :NONCE"
                + (change.keep().isZero() ? " REMOVE #KEPT, #TTL" : ", #KEPT = :KEPT, #TTL = :TTL");
    }

    /** An answer as it lies in the item of a key: three numbers for each count. */
    static AttributeValue answer(List<StoredCount> counts) {
        List<AttributeValue> numbers = new ArrayList<>();
        for (StoredCount count : counts) {
            numbers.add(time(count.start()));
            numbers.add(time(count.end()));
            numbers.add(number(count.count()));
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
