package dev.semel.dynamodb.record;

import static dev.semel.dynamodb.wire.AttributeValues.binary;
import static dev.semel.dynamodb.wire.AttributeValues.nonce;
import static dev.semel.dynamodb.wire.AttributeValues.number;

import dev.semel.Fingerprint;
import dev.semel.RecordState;
import dev.semel.dynamodb.wire.Expression;
import dev.semel.skew.ClockReading;
import dev.semel.skew.SkewedClock;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.Token;
import dev.semel.store.UnreadableRecordException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** Converts records to items of the store's layout, and back. */
public final class ItemCodec implements ClaimItems {
    private static final AttributeValue FORMAT = number(RecordItem.FORMAT);

    /** Stands for the identity of an item that can't be read. */
    private static final RecordId UNKNOWN = new RecordId("unknown", "", "unknown");

    private final ItemLayout layout;
    private final SkewedClock clock;
    private final ResultStorage results;
    private final Expression absent;
    private final Expression unchanged;

    /** Converts items of a layout, with their results. */
    public ItemCodec(ItemLayout layout, SkewedClock clock, ResultStorage results) {
        this.layout = layout;
        this.clock = clock;
        this.results = results;
        this.absent = layout.expression("attribute_not_exists(#PARTITION)");
        this.unchanged = layout.expression("#EPOCH = :epoch AND #NONCE = :nonce AND #VERSION = :version");
    }

    ItemLayout layout() {
        return layout;
    }

    SkewedClock clock() {
        return clock;
    }

    ResultStorage results() {
        return results;
    }

    @Override
    public String table() {
        return layout.table();
    }

    @Override
    public Map<String, AttributeValue> key(RecordId id) {
        return layout.key(id);
    }

    @Override
    public PutItemRequest.Builder put(RecordId id, RecordItem item, @Nullable Map<String, AttributeValue> found) {
        PutItemRequest.Builder put =
                PutItemRequest.builder().tableName(layout.table()).item(write(id, item));
        return found == null
                ? put.conditionExpression(absent.text()).expressionAttributeNames(absent.names())
                : put.conditionExpression(unchanged.text())
                        .expressionAttributeNames(unchanged.names())
                        .expressionAttributeValues(Map.of(
                                ":epoch", present(get(found, "#EPOCH")),
                                ":nonce", present(get(found, "#NONCE")),
                                ":version", present(get(found, "#VERSION"))));
    }

    /** Returns all attributes that a claim writes. */
    private Map<String, AttributeValue> write(RecordId id, RecordItem item) {
        Map<String, AttributeValue> all = layout.key(id);
        put(all, "#FORMAT", FORMAT);
        put(all, "#OPERATION", AttributeValue.fromS(id.operation()));
        put(all, "#SCOPE", AttributeValue.fromS(id.scope()));
        put(all, "#KEY", AttributeValue.fromS(id.key()));
        put(all, "#STATE", state(item.state()));
        put(all, "#ATTEMPT", number(item.attempt()));
        put(all, "#EPOCH", number(item.token().epoch()));
        put(all, "#NONCE", nonce(item.token().nonce()));
        put(all, "#VERSION", number(item.version()));
        put(all, "#TOOK_OVER", AttributeValue.fromBool(item.tookOver()));
        put(all, "#FINGERPRINT", binary(item.fingerprint().bytes()));
        put(all, "#CREATED_AT", number(item.createdAt()));
        put(all, "#LEASE_END", number(item.leaseEnd()));
        if (item.expiresAt() != null) {
            put(all, "#EXPIRES_AT", number(item.expiresAt()));
            put(all, "#TTL", number(clock.secondsAfter(item.expiresAt())));
        }
        return all;
    }

    private void put(Map<String, AttributeValue> all, String attribute, AttributeValue value) {
        all.put(layout.name(attribute), value);
    }

    @Override
    public RecordItem read(RecordId id, Map<String, AttributeValue> attributes, ClockReading now) {
        return read(id, attributes);
    }

    /**
     * Reads an item.
     *
     * @throws UnreadableRecordException if it has another format or is damaged
     */
    RecordItem read(RecordId id, Map<String, AttributeValue> attributes) {
        String format = text(attributes, "#FORMAT");
        if (!String.valueOf(RecordItem.FORMAT).equals(format)) {
            throw new UnreadableRecordException(
                    id,
                    "expected format " + RecordItem.FORMAT + ", found " + (format == null ? "none" : "another")
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

    private RecordItem read(Map<String, AttributeValue> from) {
        RecordItem.State state = RecordItem.State.valueOf(present(text(from, "#STATE")));
        if (!state.isSettled() && get(from, "#CHECKSUM") != null) {
            throw new IllegalArgumentException("a result in a state that has none");
        }
        return new RecordItem(
                state,
                Fingerprint.fromBytes(bytes(from, "#FINGERPRINT")),
                new Token(numberOf(from, "#EPOCH"), nonce(bytes(from, "#NONCE"))),
                numberOf(from, "#VERSION"),
                Math.toIntExact(numberOf(from, "#ATTEMPT")),
                Boolean.TRUE.equals(present(get(from, "#TOOK_OVER")).bool()),
                numberOf(from, "#CREATED_AT"),
                numberOf(from, "#LEASE_END"),
                optional(from, "#EXPIRES_AT"),
                state.isSettled() ? storedResult(from) : null);
    }

    /** Returns the state of an item of which only the state and the times were read. */
    RecordState readState(Map<String, AttributeValue> from, ClockReading now) {
        try {
            RecordItem.State state = RecordItem.State.valueOf(present(text(from, "#STATE")));
            return RecordItem.stateAt(now, state, numberOf(from, "#LEASE_END"), optional(from, "#EXPIRES_AT"));
        } catch (RuntimeException e) {
            throw unreadable(UNKNOWN, e);
        }
    }

    private StoredResult storedResult(Map<String, AttributeValue> from) {
        String mediaType = present(text(from, "#MEDIA_TYPE"));
        SdkBytes bytes = present(present(get(from, "#RESULT")).b());
        String encoding = text(from, "#ENCODING");
        Long sum = optional(from, "#CHECKSUM");
        Integer checksum = sum == null ? null : (Integer) Math.toIntExact(sum);
        return encoding == null
                ? StoredResult.of(mediaType, bytes.asByteArrayUnsafe(), checksum)
                : new StoredResult(mediaType, bytes, encoding, Math.toIntExact(numberOf(from, "#LENGTH")), checksum);
    }

    @Override
    public Result result(RecordId id, RecordItem settled) {
        return results.read(id, settled);
    }

    /** Returns the identity of the record that an item holds. */
    RecordId id(Map<String, AttributeValue> from) {
        try {
            return new RecordId(
                    present(text(from, "#OPERATION")), present(text(from, "#SCOPE")), present(text(from, "#KEY")));
        } catch (RuntimeException e) {
            throw unreadable(UNKNOWN, e);
        }
    }

    private @Nullable AttributeValue get(Map<String, AttributeValue> from, String attribute) {
        return from.get(layout.name(attribute));
    }

    /** Returns a text, or a number as text. */
    private @Nullable String text(Map<String, AttributeValue> from, String attribute) {
        AttributeValue value = get(from, attribute);
        return value == null ? null : value.s() == null ? value.n() : value.s();
    }

    private long numberOf(Map<String, AttributeValue> from, String attribute) {
        return Long.parseLong(present(present(get(from, attribute)).n()));
    }

    private @Nullable Long optional(Map<String, AttributeValue> from, String attribute) {
        return get(from, attribute) == null ? null : (Long) numberOf(from, attribute);
    }

    private byte[] bytes(Map<String, AttributeValue> from, String attribute) {
        return present(present(get(from, attribute)).b()).asByteArrayUnsafe();
    }

    private static <T> T present(@Nullable T value) {
        return Objects.requireNonNull(value, "an attribute is missing");
    }

    /** Returns a state as an attribute's value. */
    public static AttributeValue state(RecordItem.State state) {
        return AttributeValue.fromS(state.name());
    }
}
