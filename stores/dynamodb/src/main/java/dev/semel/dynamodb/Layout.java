package dev.semel.dynamodb;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.store.RecordId;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Where a record is in a table: the table, the key of its item, and what its attributes are called. */
final class Layout {
    private static final int DIGEST_DIGITS = 64;
    /** The most that a number takes in DynamoDB. */
    private static final int NUMBER = 21;

    private final Keys keys;
    private final Map<Attribute, String> names;
    private final Map<String, String> placeholders = new HashMap<>();
    private final int fixedSize;

    /**
     * How items are addressed.
     *
     * @param table the table's name
     * @param partition the partition key's attribute
     * @param prefix what the partition key's values begin with
     * @param sort the sort key's attribute, if the table has one
     * @param sortValue its value in all items of records
     */
    record Keys(
            String table,
            String partition,
            String prefix,
            @Nullable String sort,
            String sortValue) {}

    Layout(Keys keys, Map<Attribute, String> names) {
        this.keys = keys;
        this.names = new EnumMap<>(names);
        for (Map.Entry<Attribute, String> each : names.entrySet()) {
            placeholders.put("#" + each.getKey(), each.getValue());
        }
        placeholders.put("#PARTITION", keys.partition());
        if (keys.sort() != null) {
            placeholders.put("#SORT", keys.sort());
        }
        this.fixedSize = fixedSize();
    }

    String table() {
        return keys.table();
    }

    Keys keys() {
        return keys;
    }

    String name(Attribute attribute) {
        return Objects.requireNonNull(names.get(attribute), "every attribute has a name");
    }

    Expression expression(String text) {
        return Expression.of(text, placeholders);
    }

    /** The key of a record's item, in a map that may be added to. */
    Map<String, AttributeValue> key(RecordId id) {
        return key(partitionValue(id));
    }

    Map<String, AttributeValue> key(String partitionValue) {
        Map<String, AttributeValue> key = new HashMap<>(32);
        key.put(keys.partition(), AttributeValue.fromS(partitionValue));
        if (keys.sort() != null) {
            key.put(keys.sort(), AttributeValue.fromS(keys.sortValue()));
        }
        return key;
    }

    String partitionValue(RecordId id) {
        return keys.prefix() + HexFormat.of().formatHex(id.digest());
    }

    /** A key that no record has. */
    String nobody() {
        return keys.prefix() + "0".repeat(DIGEST_DIGITS);
    }

    /** How many bytes an item takes at most without the bytes of its result, as DynamoDB counts them. */
    int sizeWithoutResult(RecordId id, String mediaType) {
        return fixedSize + bytes(id.operation()) + bytes(id.scope()) + bytes(id.key()) + bytes(mediaType);
    }

    private int fixedSize() {
        int size = 0;
        for (String name : placeholders.values()) {
            size += bytes(name);
        }
        size += bytes(keys.prefix()) + DIGEST_DIGITS + bytes(keys.sortValue());
        // Numbers, the longest state and encoding, nonce, fingerprint, flag.
        return size + 10 * NUMBER + 11 + 9 + 16 + 32 + 1;
    }

    static int bytes(String text) {
        return text.getBytes(UTF_8).length;
    }
}
