package dev.semel.dynamodb;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** What an item of a record holds beside its key. The default name is in brackets; {@link DynamoDbStoreBuilder#attribute} chooses another. */
public enum Attribute {
    /** The version of this layout ({@code format}), a number. */
    FORMAT,
    /** The operation's name ({@code operation}), for people to read. */
    OPERATION,
    /** On whose behalf ({@code scope}), for people to read. */
    SCOPE,
    /** The key ({@code key}), for people to read. */
    KEY,
    /** {@code IN_PROGRESS}, {@code RELEASED}, {@code COMPLETED} or {@code FAILED} ({@code state}). */
    STATE,
    /** Which attempt it is ({@code attempt}), a number. */
    ATTEMPT,
    /** The first half of the owner's token ({@code epoch}), a number. */
    EPOCH,
    /** The second half of the owner's token ({@code nonce}), 16 bytes. */
    NONCE,
    /** Grows with every write of one owner ({@code version}), so that a write that arrives late is known as such. */
    VERSION,
    /** Whether the owner took over from one that had gone ({@code took_over}). */
    TOOK_OVER,
    /** SHA-256 of what was asked for ({@code fingerprint}), 32 bytes. */
    FINGERPRINT,
    /** When the first attempt was claimed ({@code created_at}), in milliseconds since 1970. */
    CREATED_AT,
    /** When the lease ends ({@code lease_end}), in milliseconds since 1970. */
    LEASE_END,
    /** When the record counts as absent ({@code expires_at}), in milliseconds since 1970; not there if it stays until it is settled. */
    EXPIRES_AT,
    /** From when on DynamoDB may delete the item ({@code ttl}), in <em>seconds</em> since 1970. */
    TTL,
    /** How to read the result ({@code media_type}). */
    MEDIA_TYPE,
    /** The result ({@code result}): its bytes, or what {@link #ENCODING} says. */
    RESULT,
    /** {@code deflate} if the result is compressed, {@code elsewhere} if it is not in the item ({@code encoding}). */
    ENCODING,
    /** The length of the result's bytes if the result has an encoding ({@code length}). */
    LENGTH,
    /** The result's checksum ({@code checksum}), a number; there is one exactly if the record is settled. */
    CHECKSUM;

    /** In a map that may be changed. */
    static Map<Attribute, String> defaultNames() {
        Map<Attribute, String> names = new EnumMap<>(Attribute.class);
        for (Attribute each : values()) {
            names.put(each, each.name().toLowerCase(Locale.ROOT));
        }
        return names;
    }
}
