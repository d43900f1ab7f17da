package dev.semel.store;

import java.util.Arrays;
import java.util.Objects;

/** What was answered, as a store keeps it. Immutable: the bytes are copied on the way in and on the way out. */
public final class Result {

    /** Whether the operation gave a value or failed. */
    public enum Kind {
        /** The operation took effect and gave this. */
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

    /** A result of a kind: what a store makes of what it reads. */
    public static Result of(Kind kind, String mediaType, byte[] bytes) {
        return new Result(kind, mediaType, bytes);
    }

    /** The value of an operation that took effect. */
    public static Result value(String mediaType, byte[] bytes) {
        return new Result(Kind.VALUE, mediaType, bytes);
    }

    /** The failure of an operation, to be replayed. */
    public static Result failure(String mediaType, byte[] bytes) {
        return new Result(Kind.FAILURE, mediaType, bytes);
    }

    /** Value or failure. */
    public Kind kind() {
        return kind;
    }

    /** Says how to read the bytes. */
    public String mediaType() {
        return mediaType;
    }

    /** A copy of the bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** How many bytes there are. */
    public int size() {
        return bytes.length;
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

    /** Kind, media type and size; never the bytes. */
    @Override
    public String toString() {
        return kind + " " + mediaType + " (" + bytes.length + " bytes)";
    }
}
