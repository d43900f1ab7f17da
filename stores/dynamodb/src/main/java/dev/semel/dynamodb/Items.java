package dev.semel.dynamodb;

import dev.semel.Fingerprint;
import dev.semel.store.Nonce;
import dev.semel.store.RecordId;
import dev.semel.store.RecordState;
import dev.semel.store.Token;
import dev.semel.store.UnreadableRecordException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Turns items into what DynamoDB takes, and back. */
final class Items {
    private static final AttributeValue FORMAT = number(Item.FORMAT);

    /** Of whom nothing is known. */
    private static final RecordId NOBODY = new RecordId("unknown", "", "unknown");

    private final Layout layout;
    private final Timing timing;

    Items(Layout layout, Timing timing) {
        this.layout = layout;
        this.timing = timing;
    }

    /** All that a claim writes. */
    Map<String, AttributeValue> write(RecordId id, Item item) {
        Map<String, AttributeValue> all = layout.key(id);
        put(all, Attribute.FORMAT, FORMAT);
        put(all, Attribute.OPERATION, AttributeValue.fromS(id.operation()));
        put(all, Attribute.SCOPE, AttributeValue.fromS(id.scope()));
        put(all, Attribute.KEY, AttributeValue.fromS(id.key()));
        put(all, Attribute.STATE, state(item.state()));
        put(all, Attribute.ATTEMPT, number(item.attempt()));
        put(all, Attribute.EPOCH, number(item.token().epoch()));
        put(all, Attribute.NONCE, nonce(item.token()));
        put(all, Attribute.VERSION, number(item.version()));
        put(all, Attribute.TOOK_OVER, AttributeValue.fromBool(item.tookOver()));
        put(all, Attribute.FINGERPRINT, binary(item.fingerprint().bytes()));
        put(all, Attribute.CREATED_AT, number(item.createdAt()));
        put(all, Attribute.LEASE_END, number(item.leaseEnd()));
        if (item.expiresAt() != null) {
            put(all, Attribute.EXPIRES_AT, number(item.expiresAt()));
            put(all, Attribute.TTL, number(timing.secondsAfter(item.expiresAt())));
        }
        return all;
    }

    private void put(Map<String, AttributeValue> all, Attribute attribute, AttributeValue value) {
        all.put(layout.name(attribute), value);
    }

    /**
     * Reads a record's item.
     *
     * @throws UnreadableRecordException if a newer version wrote it, or somebody else did
     */
    Item read(RecordId id, Map<String, AttributeValue> attributes) {
        String format = text(attributes, Attribute.FORMAT);
        if (!String.valueOf(Item.FORMAT).equals(format)) {
            throw new UnreadableRecordException(
                    id,
                    "expected format " + Item.FORMAT + ", found " + (format == null ? "none" : "another")
                            + "; a newer version of Semel wrote it, so update this application, or it is no record of Semel",
                    null);
        }
        try {
            return read(attributes);
        } catch (RuntimeException e) {
            throw unreadable(id, e);
        }
    }

    private static UnreadableRecordException unreadable(RecordId id, RuntimeException why) {
        return UnreadableRecordException.damaged(
                id, "an attribute is missing or of another type than Semel writes", why);
    }

    private Item read(Map<String, AttributeValue> from) {
        Item.State state = Item.State.valueOf(present(text(from, Attribute.STATE)));
        if (!state.isSettled() && get(from, Attribute.CHECKSUM) != null) {
            throw new IllegalArgumentException("a result in a state that has none");
        }
        ByteBuffer nonce = ByteBuffer.wrap(bytes(from, Attribute.NONCE));
        Token token = new Token(number(from, Attribute.EPOCH), new Nonce(nonce.getLong(), nonce.getLong()));
        return new Item(
                state,
                Fingerprint.fromBytes(bytes(from, Attribute.FINGERPRINT)),
                token,
                number(from, Attribute.VERSION),
                Math.toIntExact(number(from, Attribute.ATTEMPT)),
                Boolean.TRUE.equals(present(get(from, Attribute.TOOK_OVER)).bool()),
                number(from, Attribute.CREATED_AT),
                number(from, Attribute.LEASE_END),
                optional(from, Attribute.EXPIRES_AT),
                state.isSettled() ? body(from) : null);
    }

    /** What can be said of an item of which only state and times were read. */
    RecordState readState(Map<String, AttributeValue> from, Moment now) {
        try {
            Item.State state = Item.State.valueOf(present(text(from, Attribute.STATE)));
            return Item.stateAt(now, state, number(from, Attribute.LEASE_END), optional(from, Attribute.EXPIRES_AT));
        } catch (RuntimeException e) {
            throw unreadable(NOBODY, e);
        }
    }

    private Body body(Map<String, AttributeValue> from) {
        String mediaType = present(text(from, Attribute.MEDIA_TYPE));
        SdkBytes bytes = present(present(get(from, Attribute.RESULT)).b());
        String encoding = text(from, Attribute.ENCODING);
        Long sum = optional(from, Attribute.CHECKSUM);
        Integer checksum = sum == null ? null : (Integer) Math.toIntExact(sum);
        return encoding == null
                ? Body.of(mediaType, bytes.asByteArrayUnsafe(), checksum)
                : new Body(mediaType, bytes, encoding, Math.toIntExact(number(from, Attribute.LENGTH)), checksum);
    }

    /** Whose item it is, by what people read. */
    RecordId id(Map<String, AttributeValue> from) {
        try {
            return new RecordId(
                    present(text(from, Attribute.OPERATION)),
                    present(text(from, Attribute.SCOPE)),
                    present(text(from, Attribute.KEY)));
        } catch (RuntimeException e) {
            throw unreadable(NOBODY, e);
        }
    }

    private @Nullable AttributeValue get(Map<String, AttributeValue> from, Attribute attribute) {
        return from.get(layout.name(attribute));
    }

    /** Text or a number as text. */
    private @Nullable String text(Map<String, AttributeValue> from, Attribute attribute) {
        AttributeValue value = get(from, attribute);
        return value == null ? null : value.s() == null ? value.n() : value.s();
    }

    private long number(Map<String, AttributeValue> from, Attribute attribute) {
        return Long.parseLong(present(present(get(from, attribute)).n()));
    }

    private @Nullable Long optional(Map<String, AttributeValue> from, Attribute attribute) {
        return get(from, attribute) == null ? null : (Long) number(from, attribute);
    }

    private byte[] bytes(Map<String, AttributeValue> from, Attribute attribute) {
        return present(present(get(from, attribute)).b()).asByteArrayUnsafe();
    }

    private static <T> T present(@Nullable T value) {
        return Objects.requireNonNull(value, "an attribute is missing");
    }

    static AttributeValue state(Item.State state) {
        return AttributeValue.fromS(state.name());
    }

    static AttributeValue number(long value) {
        return AttributeValue.fromN(Long.toString(value));
    }

    static AttributeValue binary(byte[] bytes) {
        return AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(bytes));
    }

    static AttributeValue nonce(Token token) {
        return binary(ByteBuffer.allocate(16)
                .putLong(token.nonce().high())
                .putLong(token.nonce().low())
                .array());
    }
}
