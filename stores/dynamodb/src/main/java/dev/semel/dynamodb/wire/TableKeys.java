package dev.semel.dynamodb.wire;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * How the items of a store are addressed in a table.
 *
 * @param table the table's name or its ARN
 * @param partition the name of the partition key
 * @param prefix what the values of the partition key begin with
 * @param sort the name of the sort key; {@code null} if the table has none
 * @param sortValue the value of the sort key in all items of the store
 */
public record TableKeys(
        String table,
        String partition,
        String prefix,
        @Nullable String sort,
        String sortValue) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{3,255}|arn:[A-Za-z0-9_.:/-]{1,1000}");
    private static final int DIGEST_DIGITS = 64;

    /** Returns whether a table can have this name. */
    public static boolean isTableName(String name) {
        return NAME.matcher(name).matches();
    }

    /** Returns the message for a name that no table can have. */
    public static String invalidTableName(String name) {
        return "table is \"" + name + "\"; must be 3 to 255 letters, digits and _.-, or an ARN";
    }

    /** Returns the key of an item, in a map that the caller may add to. */
    public Map<String, AttributeValue> key(String partitionValue) {
        Map<String, AttributeValue> key = new HashMap<>(32);
        key.put(partition, AttributeValue.fromS(partitionValue));
        if (sort != null) {
            key.put(sort, AttributeValue.fromS(sortValue));
        }
        return key;
    }

    /** Returns a key that has the shape of the store's keys and that no item of the store has. */
    Map<String, AttributeValue> unusedKey() {
        return key(prefix + "0".repeat(DIGEST_DIGITS));
    }
}
