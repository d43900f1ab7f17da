package dev.semel.dynamodb.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.dynamodb.wire.Expression;
import dev.semel.dynamodb.wire.TableKeys;
import dev.semel.store.RecordId;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Where a record's item is, and what its attributes are called. Attributes are named by placeholders such as {@code #STATE}, as in
 * expressions.
 */
public final class ItemLayout {
    private static final int DIGEST_DIGITS = 64;
    /** How many bytes a number takes in DynamoDB at most. */
    private static final int NUMBER = 21;

    private final TableKeys keys;
    private final Map<String, String> names;
    private final int fixedSize;

    /**
     * Lays out items.
     *
     * @param names the attribute's name for each placeholder, without the keys
     */
    public ItemLayout(TableKeys keys, Map<String, String> names) {
        this.keys = keys;
        this.names = new HashMap<>(names);
        this.names.put("#PARTITION", keys.partition());
        if (keys.sort() != null) {
            this.names.put("#SORT", keys.sort());
        }
        this.fixedSize = fixedSize();
    }

    String table() {
        return keys.table();
    }

    TableKeys keys() {
        return keys;
    }

    /** Returns the name of an attribute by its placeholder. */
    String name(String placeholder) {
        return Objects.requireNonNull(names.get(placeholder), placeholder);
    }

    Expression expression(String text) {
        return Expression.of(text, names);
    }

    /** Returns the key of a record's item, in a map that the caller may add to. */
    Map<String, AttributeValue> key(RecordId id) {
        return keys.key(keys.prefix() + HexFormat.of().formatHex(id.digest()));
    }

    /** Returns how many bytes an item takes at most, without the bytes of its result, as DynamoDB counts them. */
    int sizeWithoutResult(RecordId id, String mediaType) {
        return fixedSize + bytes(id.operation()) + bytes(id.scope()) + bytes(id.key()) + bytes(mediaType);
    }

    private int fixedSize() {
        int size = 0;
        for (String name : names.values()) {
            size += bytes(name);
        }
        size += bytes(keys.prefix()) + DIGEST_DIGITS + bytes(keys.sortValue());
        // Numbers, the longest state and encoding, nonce, fingerprint, flag.
        return size + 10 * NUMBER + 11 + 9 + 16 + 32 + 1;
    }

    /** Returns the length of a text in UTF-8. */
    public static int bytes(String text) {
        return text.getBytes(UTF_8).length;
    }
}
