package dev.semel.redis.record;

import static dev.semel.redis.record.RecordLayout.SMALLEST;
import static dev.semel.redis.record.RecordLayout.VERSION;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.Fingerprint;
import dev.semel.RecordState;
import dev.semel.store.Nonce;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import dev.semel.store.UnreadableRecordException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The bytes of a stored record, decoded on demand. The layout is in {@link RecordLayout}. */
final class RecordBytes {
    private static final int CHECKSUM = Integer.BYTES;

    private final ByteBuffer bytes;

    private RecordBytes(byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes);
    }

    /** Returns whether the bytes are, or start like, a record of the supported version. */
    static boolean isReadable(byte[] bytes) {
        return bytes.length >= SMALLEST
                && bytes[0] == VERSION
                && bytes[RecordLayout.STATE] >= RecordLayout.IN_PROGRESS
                && bytes[RecordLayout.STATE] <= RecordLayout.FAILED
                && ByteBuffer.wrap(bytes).getLong(RecordLayout.EPOCH) > 0
                && RecordNames.isConsistent(ByteBuffer.wrap(bytes));
    }

    /**
     * Checks and wraps a complete record.
     *
     * @throws UnreadableRecordException if the bytes have another version or are damaged
     */
    static RecordBytes of(RecordId id, byte[] bytes) {
        if (bytes.length == 0 || bytes[0] != VERSION) {
            throw unreadable(id, bytes.length == 0 ? "nothing" : "version " + bytes[0]);
        }
        RecordBytes record = new RecordBytes(bytes);
        if (!isReadable(bytes) || !record.isComplete()) {
            throw UnreadableRecordException.damaged(id, "its value does not have the layout of a record", null);
        }
        return record;
    }

    private boolean isComplete() {
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

    /** Wraps a record, or the beginning of one, that {@link #isReadable}. */
    static RecordBytes of(byte[] bytes) {
        return new RecordBytes(bytes);
    }

    static UnreadableRecordException unreadable(RecordId id, String found) {
        return new UnreadableRecordException(
                id,
                "expected version " + VERSION + " of the format, found " + found
                        + "; upgrade this application, or delete the key if it does not belong to Semel",
                null);
    }

    /** Returns whether enough bytes were read for {@link #id}. */
    boolean hasNames() {
        return bytes.capacity() >= afterNames();
    }

    /** Returns the identity that is stored in the record. */
    RecordId id() {
        return RecordNames.read(bytes);
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

    boolean isExpired(long now) {
        long expires = bytes.getLong(RecordLayout.EXPIRES);
        return expires > 0 && now >= expires;
    }

    Instant createdAt() {
        return ServerMicros.instant(bytes.getLong(RecordLayout.CREATED));
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
        return expires == 0 ? null : ServerMicros.instant(expires);
    }

    /**
     * Decodes a complete record as it appears at an instant.
     *
     * @throws UnreadableRecordException if its result is damaged
     */
    StoredRecord toStoredRecord(RecordId id, long now) {
        return decoded(id, now, result(id));
    }

    /** Decodes all but the result. The beginning of the record is enough. */
    StoredRecord withoutResult(RecordId id, long now) {
        return decoded(id, now, null);
    }

    private StoredRecord decoded(RecordId id, long now, @Nullable Result result) {
        return new StoredRecord(
                id,
                stateAt(now),
                Fingerprint.fromBytes(fingerprintBytes()),
                new Token(bytes.getLong(RecordLayout.EPOCH), nonce()),
                bytes.getInt(RecordLayout.ATTEMPT),
                createdAt(),
                ServerMicros.instant(bytes.getLong(RecordLayout.LEASE_END)),
                expiresAt(),
                result,
                ServerMicros.instant(now));
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
