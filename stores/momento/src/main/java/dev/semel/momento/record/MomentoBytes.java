package dev.semel.momento.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.Fingerprint;
import dev.semel.store.Nonce;
import dev.semel.store.RecordId;
import dev.semel.store.Token;
import dev.semel.store.UnreadableRecordException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a record. Numbers are big-endian, and a text is its size in four bytes and UTF-8. Any change is a new number of the format.
 *
 * <pre>
 * record           format 1, state 1, flags 1, nonce 16, epoch 8, version 8, attempt 4, fingerprint 32, created 8, lease end 8, expires 8,
 *                  operation, scope, key,
 *                  and only if settled: checksum 4, whether it is elsewhere 1, media type, result
 * </pre>
 */
final class MomentoBytes {
    /** The number of the format that this release writes and reads. */
    static final int FORMAT = 1;

    private static final int TOOK_OVER = 1;
    private static final int STAYS = 2;
    private static final int FINGERPRINT = 32;
    private static final int FIXED = 3 + 16 + 8 + 8 + 4 + FINGERPRINT + 3 * 8;

    private MomentoBytes() {}

    /** Returns the bytes of a record. */
    static byte[] write(RecordId id, MomentoRecord item) {
        byte[][] names = names(id);
        byte[] result = write(item.result());
        ByteBuffer to = ByteBuffer.allocate(size(names) + result.length);
        Long expires = item.expiresAt();
        to.put((byte) FORMAT).put((byte) item.state().number());
        to.put((byte) ((item.tookOver() ? TOOK_OVER : 0) | (expires == null ? STAYS : 0)));
        Nonce nonce = item.token().nonce();
        to.putLong(nonce.high()).putLong(nonce.low()).putLong(item.token().epoch());
        to.putLong(item.version()).putInt(item.attempt()).put(item.fingerprint().bytes());
        to.putLong(item.createdAt()).putLong(item.leaseEnd()).putLong(expires == null ? 0 : expires);
        for (byte[] name : names) {
            to.putInt(name.length).put(name);
        }
        to.put(result);
        return to.array();
    }

    /** Returns how many bytes a settled record has beside those of its result. */
    static int sizeWithoutResult(RecordId id, String mediaType) {
        return size(names(id)) + Integer.BYTES + 1 + Integer.BYTES + mediaType.getBytes(UTF_8).length;
    }

    private static byte[][] names(RecordId id) {
        return new byte[][] {
            id.operation().getBytes(UTF_8), id.scope().getBytes(UTF_8), id.key().getBytes(UTF_8)
        };
    }

    private static int size(byte[][] names) {
        int size = FIXED;
        for (byte[] name : names) {
            size += Integer.BYTES + name.length;
        }
        return size;
    }

    private static byte[] write(@Nullable MomentoResult result) {
        if (result == null) {
            return new byte[0];
        }
        byte[] mediaType = result.mediaType().getBytes(UTF_8);
        return ByteBuffer.allocate(Integer.BYTES + 1 + Integer.BYTES + mediaType.length + result.bytes().length)
                .putInt(result.checksum())
                .put((byte) (result.elsewhere() ? 1 : 0))
                .putInt(mediaType.length)
                .put(mediaType)
                .put(result.bytes())
                .array();
    }

    /**
     * Reads a record.
     *
     * @throws UnreadableRecordException if it has another format, belongs to another record or is damaged
     */
    static MomentoRecord read(RecordId id, byte[] bytes) {
        if (bytes.length == 0 || bytes[0] != FORMAT) {
            throw new UnreadableRecordException(
                    id,
                    "expected format " + FORMAT + ", found " + (bytes.length == 0 ? "none" : "another")
                            + "; a newer version of Semel wrote it, so update this application, or it is no record of"
                            + " Semel",
                    null);
        }
        try {
            return read(id, ByteBuffer.wrap(bytes));
        } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw UnreadableRecordException.damaged(id, "its item does not have the layout of a record", e);
        }
    }

    private static MomentoRecord read(RecordId id, ByteBuffer from) {
        from.get();
        StoredState state = StoredState.of(from.get());
        int flags = from.get();
        Nonce nonce = new Nonce(from.getLong(), from.getLong());
        Token token = new Token(from.getLong(), nonce);
        long version = from.getLong();
        int attempt = from.getInt();
        Fingerprint fingerprint = Fingerprint.fromBytes(bytes(from, FINGERPRINT));
        long createdAt = from.getLong();
        long leaseEnd = from.getLong();
        long expires = from.getLong();
        RecordId stored = new RecordId(text(from), text(from), text(from));
        if (!stored.equals(id)) {
            throw new IllegalArgumentException("the item holds another record");
        }
        MomentoResult result = state.isSettled() ? result(from) : null;
        if (from.hasRemaining()) {
            throw new IllegalArgumentException("there are more bytes than a record in this state has");
        }
        return new MomentoRecord(
                state,
                fingerprint,
                token,
                version,
                attempt,
                (flags & TOOK_OVER) != 0,
                createdAt,
                leaseEnd,
                (flags & STAYS) != 0 ? null : (Long) expires,
                result);
    }

    private static @Nullable MomentoResult result(ByteBuffer from) {
        int checksum = from.getInt();
        boolean elsewhere = from.get() != 0;
        String mediaType = text(from);
        return new MomentoResult(mediaType, bytes(from, from.remaining()), elsewhere, checksum);
    }

    private static String text(ByteBuffer from) {
        return new String(bytes(from, from.getInt()), UTF_8);
    }

    private static byte[] bytes(ByteBuffer from, int size) {
        if (size < 0 || size > from.remaining()) {
            throw new IllegalArgumentException("a size in the item is wrong");
        }
        byte[] bytes = new byte[size];
        from.get(bytes);
        return bytes;
    }
}
