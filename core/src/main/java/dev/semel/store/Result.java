package dev.semel.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a call, as a store keeps it: bytes, a media type, and a kind. Immutable: the bytes are copied when they
 * are passed in and returned.
 */
public final class Result {

    /** Whether the operation returned a value or failed. */
    public enum Kind {
        /** The operation took effect and returned this. */
        VALUE,
        /** The operation failed, and its policy is to replay the failure. */
        FAILURE
    }

    private final Kind kind;
    private final String mediaType;
    private final byte[] bytes;

    private Result(Kind kind, String mediaType, byte[] bytes) {
        this.kind = Objects.requireNonNull(kind, "kind");
        this.mediaType = Objects.requireNonNull(mediaType, "mediaType");
        this.bytes = bytes.clone();
    }

    /** Returns a result of a kind. A store that creates one from what it has read returns it {@linkplain #verified verified}. */
    public static Result of(Kind kind, String mediaType, byte[] bytes) {
        return new Result(kind, mediaType, bytes);
    }

    /** Returns the value of an operation that took effect. */
    public static Result value(String mediaType, byte[] bytes) {
        return new Result(Kind.VALUE, mediaType, bytes);
    }

    /** Returns the failure of an operation, to be replayed. */
    public static Result failure(String mediaType, byte[] bytes) {
        return new Result(Kind.FAILURE, mediaType, bytes);
    }

    /** Returns whether this is a value or a failure. */
    public Kind kind() {
        return kind;
    }

    /** Returns how to read the bytes. */
    public String mediaType() {
        return mediaType;
    }

    /** Returns a copy of the bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** Returns the number of bytes. */
    public int size() {
        return bytes.length;
    }

    /**
     * Returns the checksum that a store keeps beside this result if it is that of a record: CRC-32C over operation, scope, key, kind and media
     * type, each in UTF-8 after its length in four bytes, and the bytes.
     */
    public int checksum(RecordId id) {
        byte[][] parts = {utf8(id.operation()), utf8(id.scope()), utf8(id.key()), utf8(kind.name()), utf8(mediaType)};
        int size = 0;
        for (byte[] part : parts) {
            size += Integer.BYTES + part.length;
        }
        ByteBuffer start = ByteBuffer.allocate(size);
        for (byte[] part : parts) {
            start.putInt(part.length).put(part);
        }
        CRC32C checksum = new CRC32C();
        checksum.update(start.array());
        checksum.update(bytes);
        return (int) checksum.getValue();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Returns this result if it is unchanged since it was stored. A store calls this before it returns what it has
     * read.
     *
     * @param id the record that it was found in
     * @param stored the {@link #checksum} that was stored with it; {@code null} if there is none
     * @throws UnreadableRecordException if it has another checksum, or was stored without one: it is damaged, or
     *     belongs to another record
     */
    public Result verified(RecordId id, @Nullable Integer stored) {
        if (stored == null || stored != checksum(id)) {
            throw UnreadableRecordException.damaged(
                    id, stored == null ? "its result has no checksum" : "its result does not match its checksum", null);
        }
        return this;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Result that
                && kind == that.kind
                && mediaType.equals(that.mediaType)
                && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return 31 * Objects.hash(kind, mediaType) + Arrays.hashCode(bytes);
    }

    /** Returns kind, media type and size, never the bytes. */
    @Override
    public String toString() {
        return kind + " " + mediaType + " (" + bytes.length + " bytes)";
    }
}
