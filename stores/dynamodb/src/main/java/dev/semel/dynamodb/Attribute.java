package dev.semel.dynamodb;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The attributes of a record's item beside its keys. The default names are in parentheses; {@link DynamoDbStoreBuilder#attribute} sets others. */
public enum Attribute {
    /** The version of this layout ({@code format}), a number. */
    FORMAT,
    /** The operation's name ({@code operation}), to be read by people. */
    OPERATION,
    /** The scope ({@code scope}), to be read by people. */
    SCOPE,
    /** The key ({@code key}), to be read by people. */
    KEY,
    /** {@code IN_PROGRESS}, {@code RELEASED}, {@code COMPLETED} or {@code FAILED} ({@code state}). */
    STATE,
    /** The number of the attempt ({@code attempt}). */
    ATTEMPT,
    /** The first half of the owner's token ({@code epoch}), a number. */
    EPOCH,
    /** The second half of the owner's token ({@code nonce}), 16 bytes. */
    NONCE,
    /** A number that grows with every write of one owner ({@code version}), so that a write that arrives late is recognised. */
    VERSION,
    /** Whether the owner took over an abandoned record ({@code took_over}). */
    TOOK_OVER,
    /** The SHA-256 of the request ({@code fingerprint}), 32 bytes. */
    FINGERPRINT,
    /** When the first attempt was claimed ({@code created_at}), in milliseconds since 1970. */
    CREATED_AT,
    /** When the lease ends ({@code lease_end}), in milliseconds since 1970. */
    LEASE_END,
    /** When the record counts as absent ({@code expires_at}), in milliseconds since 1970; absent if it stays until it is settled. */
    EXPIRES_AT,
    /** When DynamoDB may delete the item ({@code ttl}), in <em>seconds</em> since 1970. */
    TTL,
    /** The result's media type ({@code media_type}). */
    MEDIA_TYPE,
    /** The result ({@code result}): its bytes, unless {@link #ENCODING} says otherwise. */
    RESULT,
    /** {@code deflate} if the result is compressed, {@code elsewhere} if it is not in the item ({@code encoding}). */
    ENCODING,
    /** How many bytes the result has ({@code length}); present if the result has an encoding. */
    LENGTH,
    /** The result's checksum ({@code checksum}), a number; present exactly if the record is settled. */
    CHECKSUM;

    /** Returns the default names, in a map that the caller may change. */
    static Map<Attribute, String> defaultNames() {
        Map<Attribute, String> names = new EnumMap<>(Attribute.class);
        for (Attribute each : values()) {
            names.put(each, each.name().toLowerCase(Locale.ROOT));
        }
        return names;
    }

    /** Returns the names by placeholder, such as {@code #STATE}. */
    static Map<String, String> placeholders(Map<Attribute, String> names) {
        Map<String, String> placeholders = new HashMap<>();
        names.forEach((attribute, name) -> placeholders.put("#" + attribute, name));
        return placeholders;
    }
}
