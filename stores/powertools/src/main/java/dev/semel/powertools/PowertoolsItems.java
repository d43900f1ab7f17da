package dev.semel.powertools;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.semel.Fingerprint;
import dev.semel.dynamodb.record.ClaimItems;
import dev.semel.dynamodb.record.ItemCodec;
import dev.semel.dynamodb.record.RecordItem;
import dev.semel.dynamodb.record.StoredResult;
import dev.semel.dynamodb.wire.AttributeValues;
import dev.semel.skew.ClockReading;
import dev.semel.skew.SkewedClock;
import dev.semel.store.Nonce;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.Token;
import dev.semel.store.UnreadableRecordException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/**
 * Converts records to items of Powertools, and back. The attributes of the two sides can differ, since an update of Powertools changes only its
 * own: then Powertools wrote last, and its attributes count.
 */
final class PowertoolsItems implements ClaimItems {
    static final String IN_PROGRESS = "INPROGRESS";
    static final String COMPLETED = "COMPLETED";
    static final String JSON = "application/json";
    /** The media type of {@code null} in the engine. Powertools' items hold it as JSON. */
    static final String NULL = "application/x-semel-null";

    static final String STATE = "semel_state";
    static final String EPOCH = "semel_epoch";
    static final String NONCE = "semel_nonce";
    static final String VERSION = "semel_version";
    static final String LEASE_END = "semel_lease_end";
    static final String EXPIRES_AT = "semel_expires_at";
    static final String MEDIA_TYPE = "semel_media_type";
    static final String RESULT = "semel_result";
    static final String CHECKSUM = "semel_checksum";
    private static final String FORMAT = "semel_format";
    private static final String ATTEMPT = "semel_attempt";
    private static final String TOOK_OVER = "semel_took_over";
    private static final String CREATED_AT = "semel_created_at";

    /** The last second of the year 9999, for attributes that need a number and never expire. */
    static final long NEVER_SECONDS = 253_402_300_799L;

    private static final Pattern HASH = Pattern.compile("[0-9a-f]{32,128}");
    private static final Token NO_OWNER = new Token(1, new Nonce(0, 0));
    private static final int HALF = Fingerprint.SIZE / 2;

    private final Names names;
    private final SkewedClock clock;

    /** The names of Powertools' attributes. */
    static final class Names {
        final String table;
        String id = "id";

        @Nullable
        String sort;

        String partitionValue = "";
        String expiration = "expiration";
        String inProgressExpiration = "in_progress_expiration";
        String status = "status";
        String data = "data";
        String validation = "validation";

        Names(String table) {
            this.table = table;
        }

        Names copy() {
            Names copy = new Names(table);
            copy.id = id;
            copy.sort = sort;
            copy.partitionValue = partitionValue;
            copy.expiration = expiration;
            copy.inProgressExpiration = inProgressExpiration;
            copy.status = status;
            copy.data = data;
            copy.validation = validation;
            return copy;
        }
    }

    PowertoolsItems(Names names, SkewedClock clock) {
        this.names = names;
        this.clock = clock;
    }

    Names names() {
        return names;
    }

    @Override
    public String table() {
        return names.table;
    }

    @Override
    public Map<String, AttributeValue> key(RecordId id) {
        Map<String, AttributeValue> key = new HashMap<>(32);
        if (names.sort == null) {
            key.put(names.id, fromS(name(id)));
        } else {
            key.put(names.id, fromS(names.partitionValue));
            key.put(names.sort, fromS(name(id)));
        }
        return key;
    }

    /** Returns Powertools' name of a record that Powertools could have. Names of all other records have a colon, as no hash has. */
    static String name(RecordId id) {
        boolean theirs = id.scope().isEmpty() && HASH.matcher(id.key()).matches();
        return id.operation() + "#"
                + (theirs ? id.key() : "semel:" + HexFormat.of().formatHex(id.digest()));
    }

    @Override
    public PutItemRequest.Builder put(RecordId id, RecordItem item, @Nullable Map<String, AttributeValue> found) {
        PutItemRequest.Builder put =
                PutItemRequest.builder().tableName(names.table).item(write(id, item));
        if (found == null) {
            return put.conditionExpression("attribute_not_exists(#id)")
                    .expressionAttributeNames(Map.of("#id", names.id));
        }
        Unchanged unchanged = Unchanged.since(found, names);
        return put.conditionExpression(unchanged.condition())
                .expressionAttributeNames(unchanged.names())
                .expressionAttributeValues(unchanged.values());
    }

    /** Returns all attributes that a claim writes. */
    private Map<String, AttributeValue> write(RecordId id, RecordItem item) {
        Map<String, AttributeValue> all = key(id);
        all.put(names.status, fromS(IN_PROGRESS));
        all.put(names.expiration, AttributeValues.number(seconds(item.expiresAt())));
        all.put(names.inProgressExpiration, AttributeValues.number(inProgressUntil(item.leaseEnd(), item.expiresAt())));
        String validation = validation(item.fingerprint());
        if (validation != null) {
            all.put(names.validation, fromS(validation));
        }
        all.put(FORMAT, AttributeValues.number(RecordItem.FORMAT));
        all.put(STATE, ItemCodec.state(RecordItem.State.IN_PROGRESS));
        all.put(ATTEMPT, AttributeValues.number(item.attempt()));
        all.put(EPOCH, AttributeValues.number(item.token().epoch()));
        all.put(NONCE, AttributeValues.nonce(item.token().nonce()));
        all.put(VERSION, AttributeValues.number(item.version()));
        all.put(TOOK_OVER, AttributeValue.fromBool(item.tookOver()));
        all.put(CREATED_AT, AttributeValues.number(item.createdAt()));
        all.put(LEASE_END, AttributeValues.number(item.leaseEnd()));
        if (item.expiresAt() != null) {
            all.put(EXPIRES_AT, AttributeValues.number(item.expiresAt()));
        }
        return all;
    }

    long seconds(@Nullable Long expiresAt) {
        return expiresAt == null ? NEVER_SECONDS : clock.secondsAfter(expiresAt);
    }

    /** A held record never expires for Powertools, which would run it otherwise. */
    static long inProgressUntil(long leaseEnd, @Nullable Long expiresAt) {
        return expiresAt == null ? NEVER_SECONDS * 1_000 : leaseEnd;
    }

    @Override
    public RecordItem read(RecordId id, Map<String, AttributeValue> from, ClockReading now) {
        AttributeValue format = from.get(FORMAT);
        if (format != null && !String.valueOf(RecordItem.FORMAT).equals(format.n())) {
            throw new UnreadableRecordException(
                    id, "a newer version of Semel wrote it, so update this application", null);
        }
        try {
            String status = present(present(from.get(names.status)).s());
            return switch (status) {
                case COMPLETED -> completed(from, now);
                case IN_PROGRESS -> from.containsKey(NONCE) ? own(from) : running(from, now);
                case "EXPIRED" -> theirs(from, now, RecordItem.State.RELEASED, 0, 0);
                default -> throw new IllegalArgumentException("its status is none of Powertools'");
            };
        } catch (RuntimeException e) {
            throw new UnreadableRecordException(
                    id, "an attribute is missing or of another type than Powertools and Semel write", e);
        }
    }

    /** Reads an item that Semel wrote last. */
    private RecordItem own(Map<String, AttributeValue> from) {
        RecordItem.State state = ownState(from);
        if (!state.isSettled() && from.containsKey(CHECKSUM)) {
            throw new IllegalArgumentException("a result in a state that has none");
        }
        StoredResult stored = state.isSettled()
                ? StoredResult.of(
                        present(present(from.get(MEDIA_TYPE)).s()),
                        present(present(from.get(RESULT)).b()).asByteArrayUnsafe(),
                        checksum(from))
                : null;
        return own(from, state, stored);
    }

    private RecordItem own(Map<String, AttributeValue> from, RecordItem.State state, @Nullable StoredResult stored) {
        return new RecordItem(
                state,
                fingerprint(from),
                ownToken(from),
                number(from, VERSION),
                Math.toIntExact(number(from, ATTEMPT)),
                Boolean.TRUE.equals(present(from.get(TOOK_OVER)).bool()),
                number(from, CREATED_AT),
                number(from, LEASE_END),
                from.containsKey(EXPIRES_AT) ? (Long) number(from, EXPIRES_AT) : null,
                stored);
    }

    private RecordItem completed(Map<String, AttributeValue> from, ClockReading now) {
        AttributeValue data = from.get(names.data);
        String json = data == null ? "null" : present(data.s());
        StoredResult stored = json.equals("null")
                ? StoredResult.of(NULL, new byte[0], checksum(from))
                : StoredResult.of(JSON, json.getBytes(StandardCharsets.UTF_8), checksum(from));
        boolean mine = from.containsKey(NONCE)
                && ownState(from) == RecordItem.State.COMPLETED
                && seconds(number(from, EXPIRES_AT)) == number(from, names.expiration);
        if (mine) {
            return own(from, RecordItem.State.COMPLETED, stored);
        }
        return theirs(from, now, RecordItem.State.COMPLETED, now.written(), afterSecond(from))
                .with(stored);
    }

    private RecordItem running(Map<String, AttributeValue> from, ClockReading now) {
        long expiresAt = afterSecond(from);
        long leaseEnd =
                from.containsKey(names.inProgressExpiration) ? number(from, names.inProgressExpiration) : expiresAt;
        return theirs(from, now, RecordItem.State.IN_PROGRESS, leaseEnd, expiresAt);
    }

    /** Reads an item that Powertools wrote last. It has neither the time at which a call began nor its owner. */
    private RecordItem theirs(
            Map<String, AttributeValue> from, ClockReading now, RecordItem.State state, long leaseEnd, long expiresAt) {
        Token token = from.containsKey(EPOCH) ? new Token(number(from, EPOCH), NO_OWNER.nonce()) : NO_OWNER;
        return new RecordItem(state, fingerprint(from), token, 0, 1, false, now.written(), leaseEnd, expiresAt, null);
    }

    /** Powertools considers an item expired at the end of its second. */
    private long afterSecond(Map<String, AttributeValue> from) {
        return Math.multiplyExact(number(from, names.expiration) + 1, 1_000L);
    }

    static RecordItem.State ownState(Map<String, AttributeValue> from) {
        return RecordItem.State.valueOf(present(present(from.get(STATE)).s()));
    }

    /** Returns the token under which Semel wrote the item last. */
    static Token ownToken(Map<String, AttributeValue> from) {
        byte[] nonce = present(present(from.get(NONCE)).b()).asByteArrayUnsafe();
        return new Token(number(from, EPOCH), AttributeValues.nonce(nonce));
    }

    static long number(Map<String, AttributeValue> from, String name) {
        return Long.parseLong(present(present(from.get(name)).n()));
    }

    private static @Nullable Integer checksum(Map<String, AttributeValue> from) {
        return from.containsKey(CHECKSUM) ? (Integer) Math.toIntExact(number(from, CHECKSUM)) : null;
    }

    /** Results that Powertools wrote have no checksum, and are not verified. */
    @Override
    public Result result(RecordId id, RecordItem item) {
        StoredResult stored = present(item.result());
        Result.Kind kind = item.state() == RecordItem.State.COMPLETED ? Result.Kind.VALUE : Result.Kind.FAILURE;
        Result result = Result.of(kind, stored.mediaType(), stored.bytes().asByteArrayUnsafe());
        return item.token().nonce().equals(NO_OWNER.nonce()) ? result : result.verified(id, stored.checksum());
    }

    /**
     * Returns Powertools' hash of the validated payload, or {@code null} if nothing is validated. A fingerprint holds an MD5 hash in its first half,
     * with zeros in the other, or a SHA-256 hash. Zeros alone mean that nothing is validated.
     */
    static @Nullable String validation(Fingerprint fingerprint) {
        byte[] bytes = fingerprint.bytes();
        boolean half = isZero(bytes, HALF);
        if (half && isZero(bytes, 0)) {
            return null;
        }
        // Powertools writes a hash as a number of at least 32 digits, so SHA-256 hashes have no leading zeros.
        return String.format("%032x", new BigInteger(1, bytes, 0, half ? HALF : Fingerprint.SIZE));
    }

    private Fingerprint fingerprint(Map<String, AttributeValue> from) {
        AttributeValue validation = from.get(names.validation);
        String text = validation == null ? "" : present(validation.s());
        if (text.length() > 2 * Fingerprint.SIZE) {
            throw new IllegalArgumentException("a validation hash is longer than SHA-256");
        }
        boolean half = text.length() <= Fingerprint.SIZE;
        String digits = half ? text : "0".repeat(2 * Fingerprint.SIZE - text.length()) + text;
        byte[] bytes = new byte[Fingerprint.SIZE];
        byte[] hash = HexFormat.of().parseHex(digits);
        System.arraycopy(hash, 0, bytes, 0, hash.length);
        return Fingerprint.fromBytes(bytes);
    }

    private static boolean isZero(byte[] bytes, int from) {
        for (int i = from; i < from + HALF; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return true;
    }

    private static <T> T present(@Nullable T value) {
        return Objects.requireNonNull(value, "an attribute is missing");
    }
}
