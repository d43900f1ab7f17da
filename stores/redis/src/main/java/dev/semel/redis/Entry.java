package dev.semel.redis;

import static dev.semel.redis.RecordLayout.SMALLEST;
import static dev.semel.redis.RecordLayout.VERSION;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.Fingerprint;
import dev.semel.store.Nonce;
import dev.semel.store.RecordId;
import dev.semel.store.RecordState;
import dev.semel.store.Result;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import dev.semel.store.UnreadableRecordException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A record as it lies in the server, read on demand. */
final class Entry {
    private static final int CHECKSUM = Integer.BYTES;

    private final ByteBuffer bytes;

    private Entry(byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes);
    }

    /** Whether these bytes are, or begin like, a record of a version that is known here. */
    static boolean isReadable(byte[] bytes) {
        return bytes.length >= SMALLEST
                && bytes[0] == VERSION
                && bytes[RecordLayout.STATE] >= RecordLayout.IN_PROGRESS
                && bytes[RecordLayout.STATE] <= RecordLayout.FAILED
                && ByteBuffer.wrap(bytes).getLong(RecordLayout.EPOCH) > 0
                && Names.canBe(ByteBuffer.wrap(bytes));
    }

    /** Reads what is stored under an identity. */
    static Entry of(RecordId id, byte[] bytes) {
        if (bytes.length == 0 || bytes[0] != VERSION) {
            throw unreadable(id, bytes.length == 0 ? "nothing" : "version " + bytes[0]);
        }
        Entry entry = new Entry(bytes);
        if (!isReadable(bytes) || !entry.isWhole()) {
            throw UnreadableRecordException.damaged(id, "its value has not the form of a record", null);
        }
        return entry;
    }

    private boolean isWhole() {
        if (!isSettled()) {
            return bytes.capacity() == afterNames();
        }
        int place = afterNames() + CHECKSUM;
        return bytes.capacity() >= place + Short.BYTES
                && bytes.capacity() >= place + Short.BYTES + Short.toUnsignedInt(bytes.getShort(place));
    }

    private int afterNames() {
        return RecordLayout.NAMES + Integer.BYTES + bytes.getInt(RecordLayout.NAMES);
    }

    /** Reads a record, or the beginning of one, that {@link #isReadable}. */
    static Entry of(byte[] bytes) {
        return new Entry(bytes);
    }

    static UnreadableRecordException unreadable(RecordId id, String found) {
        return new UnreadableRecordException(
                id,
                "expected version " + VERSION + " of the format, found " + found
                        + "; update this application, or remove the key if it is not Semel's",
                null);
    }

    /** Whether as much was read as {@link #id} needs. */
    boolean hasNames() {
        return bytes.capacity() >= afterNames();
    }

    /** Whose it is, by what was written into it. */
    RecordId id() {
        return Names.read(bytes);
    }

    int state() {
        return bytes.get(RecordLayout.STATE);
    }

    boolean tookOver() {
        return bytes.get(RecordLayout.CLAIMED_AS) % RecordLayout.WATCHED == RecordLayout.BY_TAKING_OVER;
    }

    Nonce nonce() {
        return new Nonce(bytes.getLong(RecordLayout.NONCE), bytes.getLong(RecordLayout.NONCE + 8));
    }

    boolean hasFingerprint(Fingerprint other) {
        return Arrays.equals(fingerprintBytes(), other.bytes());
    }

    private byte[] fingerprintBytes() {
        return Arrays.copyOfRange(bytes.array(), RecordLayout.FINGERPRINT, RecordLayout.CREATED);
    }

    boolean isInProgress() {
        return state() == RecordLayout.IN_PROGRESS;
    }

    boolean isSettled() {
        return state() >= RecordLayout.COMPLETED;
    }

    boolean hasLiveLease(long now) {
        return now < bytes.getLong(RecordLayout.LEASE_END);
    }

    boolean isOver(long now) {
        long expires = bytes.getLong(RecordLayout.EXPIRES);
        return expires > 0 && now >= expires;
    }

    Instant createdAt() {
        return Micros.instant(bytes.getLong(RecordLayout.CREATED));
    }

    RecordState stateAt(long now) {
        return switch (state()) {
            case RecordLayout.COMPLETED -> RecordState.COMPLETED;
            case RecordLayout.FAILED -> RecordState.FAILED;
            case RecordLayout.RELEASED -> RecordState.RELEASED;
            default -> {
                if (hasLiveLease(now)) {
                    yield RecordState.IN_PROGRESS;
                }
                yield expiresAt() == null ? RecordState.IN_DOUBT : RecordState.ABANDONED;
            }
        };
    }

    private @Nullable Instant expiresAt() {
        long expires = bytes.getLong(RecordLayout.EXPIRES);
        return expires == 0 ? null : Micros.instant(expires);
    }

    /**
     * What can be said of it at an instant; only of a record that was read as a whole.
     *
     * @throws UnreadableRecordException if its result is damaged
     */
    StoredRecord seenAs(RecordId id, long now) {
        return seenAs(id, now, result(id));
    }

    /** The same without its result; of a record of which at least the beginning was read. */
    StoredRecord sightedAs(RecordId id, long now) {
        return seenAs(id, now, null);
    }

    private StoredRecord seenAs(RecordId id, long now, @Nullable Result result) {
        return new StoredRecord(
                id,
                stateAt(now),
                Fingerprint.fromBytes(fingerprintBytes()),
                new Token(bytes.getLong(RecordLayout.EPOCH), nonce()),
                bytes.getInt(RecordLayout.ATTEMPT),
                createdAt(),
                Micros.instant(bytes.getLong(RecordLayout.LEASE_END)),
                expiresAt(),
                result,
                Micros.instant(now));
    }

    private @Nullable Result result(RecordId id) {
        if (!isSettled()) {
            return null;
        }
        int place = afterNames() + CHECKSUM;
        int mediaType = Short.toUnsignedInt(bytes.getShort(place));
        int from = place + Short.BYTES + mediaType;
        byte[] all = bytes.array();
        Result result = Result.of(
                state() == RecordLayout.COMPLETED ? Result.Kind.VALUE : Result.Kind.FAILURE,
                new String(all, place + Short.BYTES, mediaType, UTF_8),
                Arrays.copyOfRange(all, from, all.length));
        return result.verified(id, bytes.getInt(place - CHECKSUM));
    }
}
