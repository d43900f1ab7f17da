package dev.semel.dynamodb;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.semel.Fingerprint;
import dev.semel.store.Nonce;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.Token;
import dev.semel.store.UnreadableRecordException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Records as Powertools' items and back. What the two sides say of an item can differ, since Powertools' update changes its own attributes only: then
 * Powertools was the last to write, and its word counts.
 */
final class PowertoolsItems {
    static final String IN_PROGRESS = "INPROGRESS";
    static final String COMPLETED = "COMPLETED";
    static final String JSON = "application/json";
    /** What the engine stores for {@code null}; in Powertools' items it is the JSON of that. */
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

    /** The last second of the year 9999: never, for who needs a number. */
    static final long NEVER_SECONDS = 253_402_300_799L;

    private static final Pattern HASH = Pattern.compile("[0-9a-f]{32,128}");
    private static final Token NOBODYS = new Token(1, new Nonce(0, 0));
    private static final int HALF = Fingerprint.SIZE / 2;

    private final Names names;
    private final Timing timing;

    /** Where Powertools keeps what. */
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

    PowertoolsItems(Names names, Timing timing) {
        this.names = names;
        this.timing = timing;
    }

    Names names() {
        return names;
    }

    String table() {
        return names.table;
    }

    Map<String, AttributeValue> key(RecordId id) {
        Map<String, AttributeValue> key = new HashMap<>(32);
        if (names.sort == null) {
            key.put(names.id, fromS(name(id)));
        } else {
            key.put(names.id, fromS(names.partitionValue));
            key.put(names.sort, fromS(name(id)));
        }
        return key;
    }

    /** Powertools' own name of a record that it could have; no hash has the colon that stands in all others. */
    static String name(RecordId id) {
        boolean theirs = id.scope().isEmpty() && HASH.matcher(id.key()).matches();
        return id.operation() + "#"
                + (theirs ? id.key() : "semel:" + HexFormat.of().formatHex(id.digest()));
    }

    /** An item in progress. */
    Map<String, AttributeValue> write(RecordId id, Item item) {
        Map<String, AttributeValue> all = key(id);
        all.put(names.status, fromS(IN_PROGRESS));
        all.put(names.expiration, Items.number(seconds(item.expiresAt())));
        all.put(names.inProgressExpiration, Items.number(inProgressUntil(item.leaseEnd(), item.expiresAt())));
        String validation = validation(item.fingerprint());
        if (validation != null) {
            all.put(names.validation, fromS(validation));
        }
        all.put(FORMAT, Items.number(Item.FORMAT));
        all.put(STATE, Items.state(Item.State.IN_PROGRESS));
        all.put(ATTEMPT, Items.number(item.attempt()));
        all.put(EPOCH, Items.number(item.token().epoch()));
        all.put(NONCE, Items.nonce(item.token()));
        all.put(VERSION, Items.number(item.version()));
        all.put(TOOK_OVER, AttributeValue.fromBool(item.tookOver()));
        all.put(CREATED_AT, Items.number(item.createdAt()));
        all.put(LEASE_END, Items.number(item.leaseEnd()));
        if (item.expiresAt() != null) {
            all.put(EXPIRES_AT, Items.number(item.expiresAt()));
        }
        return all;
    }

    long seconds(@Nullable Long expiresAt) {
        return expiresAt == null ? NEVER_SECONDS : timing.secondsAfter(expiresAt);
    }

    /** What is held must not be run by Powertools, which knows no holding. */
    static long inProgressUntil(long leaseEnd, @Nullable Long expiresAt) {
        return expiresAt == null ? NEVER_SECONDS * 1_000 : leaseEnd;
    }

    /**
     * Reads an item, whoever wrote it.
     *
     * @throws UnreadableRecordException if it is neither Powertools' nor this version's
     */
    Item read(RecordId id, Map<String, AttributeValue> from, Moment now) {
        AttributeValue format = from.get(FORMAT);
        if (format != null && !String.valueOf(Item.FORMAT).equals(format.n())) {
            throw new UnreadableRecordException(
                    id, "a newer version of Semel wrote it, so update this application", null);
        }
        try {
            String status = present(present(from.get(names.status)).s());
            return switch (status) {
                case COMPLETED -> completed(from, now);
                case IN_PROGRESS -> from.containsKey(NONCE) ? own(from) : running(from, now);
                case "EXPIRED" -> theirs(from, now, Item.State.RELEASED, 0, 0);
                default -> throw new IllegalArgumentException("its status is none of Powertools'");
            };
        } catch (RuntimeException e) {
            throw new UnreadableRecordException(
                    id, "an attribute is missing or of another type than Powertools and Semel write", e);
        }
    }

    /** As Semel wrote it; Powertools has no part in it. */
    private Item own(Map<String, AttributeValue> from) {
        Item.State state = ownState(from);
        if (!state.isSettled() && from.containsKey(CHECKSUM)) {
            throw new IllegalArgumentException("a result in a state that has none");
        }
        Body body = state.isSettled()
                ? Body.of(
                        present(present(from.get(MEDIA_TYPE)).s()),
                        present(present(from.get(RESULT)).b()).asByteArrayUnsafe(),
                        checksum(from))
                : null;
        return own(from, state, body);
    }

    private Item own(Map<String, AttributeValue> from, Item.State state, @Nullable Body body) {
        return new Item(
                state,
                fingerprint(from),
                ownToken(from),
                number(from, VERSION),
                Math.toIntExact(number(from, ATTEMPT)),
                Boolean.TRUE.equals(present(from.get(TOOK_OVER)).bool()),
                number(from, CREATED_AT),
                number(from, LEASE_END),
                from.containsKey(EXPIRES_AT) ? (Long) number(from, EXPIRES_AT) : null,
                body);
    }

    private Item completed(Map<String, AttributeValue> from, Moment now) {
        AttributeValue data = from.get(names.data);
        String json = data == null ? "null" : present(data.s());
        Body body = json.equals("null")
                ? Body.of(NULL, new byte[0], checksum(from))
                : Body.of(JSON, json.getBytes(StandardCharsets.UTF_8), checksum(from));
        boolean mine = from.containsKey(NONCE)
                && ownState(from) == Item.State.COMPLETED
                && seconds(number(from, EXPIRES_AT)) == number(from, names.expiration);
        if (mine) {
            return own(from, Item.State.COMPLETED, body);
        }
        return theirs(from, now, Item.State.COMPLETED, now.written(), afterSecond(from))
                .with(body);
    }

    private Item running(Map<String, AttributeValue> from, Moment now) {
        long over = afterSecond(from);
        long leaseEnd = from.containsKey(names.inProgressExpiration) ? number(from, names.inProgressExpiration) : over;
        return theirs(from, now, Item.State.IN_PROGRESS, leaseEnd, over);
    }

    /** Powertools does not say when a call began, nor who it is. */
    private Item theirs(Map<String, AttributeValue> from, Moment now, Item.State state, long leaseEnd, long over) {
        Token token = from.containsKey(EPOCH) ? new Token(number(from, EPOCH), NOBODYS.nonce()) : NOBODYS;
        return new Item(state, fingerprint(from), token, 0, 1, false, now.written(), leaseEnd, over, null);
    }

    /** Powertools takes an item for over when its second is over. */
    private long afterSecond(Map<String, AttributeValue> from) {
        return Math.multiplyExact(number(from, names.expiration) + 1, 1_000L);
    }

    static Item.State ownState(Map<String, AttributeValue> from) {
        return Item.State.valueOf(present(present(from.get(STATE)).s()));
    }

    /** The token under which Semel wrote an item last. */
    static Token ownToken(Map<String, AttributeValue> from) {
        ByteBuffer nonce = ByteBuffer.wrap(present(present(from.get(NONCE)).b()).asByteArrayUnsafe());
        return new Token(number(from, EPOCH), new Nonce(nonce.getLong(), nonce.getLong()));
    }

    static long number(Map<String, AttributeValue> from, String name) {
        return Long.parseLong(present(present(from.get(name)).n()));
    }

    private static @Nullable Integer checksum(Map<String, AttributeValue> from) {
        return from.containsKey(CHECKSUM) ? (Integer) Math.toIntExact(number(from, CHECKSUM)) : null;
    }

    /**
     * The result of an item. What Powertools wrote has no checksum, and is taken as it is.
     *
     * @throws UnreadableRecordException if Semel wrote it and it is damaged
     */
    static @Nullable Result result(RecordId id, Item item) {
        Body body = item.body();
        if (body == null) {
            return null;
        }
        Result.Kind kind = item.state() == Item.State.COMPLETED ? Result.Kind.VALUE : Result.Kind.FAILURE;
        Result result = Result.of(kind, body.mediaType(), body.bytes().asByteArrayUnsafe());
        return item.token().nonce().equals(NOBODYS.nonce()) ? result : result.verified(id, body.checksum());
    }

    /**
     * Powertools' hash of what has to be the same. An MD5 hash is the first half of a fingerprint, and the other half is zero; a SHA-256 hash is a whole one; and if
     * nothing is compared, which is no attribute at all, all is zero.
     */
    static @Nullable String validation(Fingerprint fingerprint) {
        byte[] bytes = fingerprint.bytes();
        boolean half = isZero(bytes, HALF);
        if (half && isZero(bytes, 0)) {
            return null;
        }
        // Powertools writes hashes as numbers of 32 digits at least, so those of SHA-256 have no leading zeros.
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
