package dev.semel;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Objects;

/**
 * The SHA-256 of the content of a request. It distinguishes a retry from a different request under the same key.
 * Immutable.
 *
 * <p>Fingerprints of different kinds of content never collide, even if their bytes are the same: {@code of(bytes)} and
 * {@code ofText(text)} differ, and so do {@code ofParts("a", "bc")} and {@code ofParts("ab", "c")}.
 */
public final class Fingerprint {
    /** The size of a fingerprint, in bytes. */
    public static final int SIZE = 32;

    // Four numbers instead of an array, since a store in memory holds a fingerprint for every record.
    private final long a;
    private final long b;
    private final long c;
    private final long d;

    private Fingerprint(ByteBuffer hash) {
        a = hash.getLong();
        b = hash.getLong();
        c = hash.getLong();
        d = hash.getLong();
    }

    /** Returns the fingerprint of an array of bytes. */
    public static Fingerprint of(byte[] content) {
        return new Digester().bytes(Objects.requireNonNull(content, "content")).finish();
    }

    /** Returns the fingerprint of a text. */
    public static Fingerprint ofText(String text) {
        return new Digester().text(Objects.requireNonNull(text, "text")).finish();
    }

    /** Returns the fingerprint of several texts, each with its length, so that their boundaries count. */
    public static Fingerprint ofParts(String... parts) {
        Digester digester = new Digester().list(Objects.requireNonNull(parts, "parts").length);
        for (String part : parts) {
            digester.text(
                    Objects.requireNonNull(part, "a part is null; pass a value that stands for nothing, such as \"\""));
        }
        return digester.finish();
    }

    /**
     * Returns the fingerprint of a stream, digested as it is read and never held as a whole. It equals {@code of} the
     * same bytes.
     *
     * @param limit the maximum number of bytes in the stream
     * @throws ContentTooLargeException as soon as there is one byte more
     */
    public static Fingerprint ofStream(InputStream stream, long limit) throws IOException {
        return new Digester().stream(stream, limit).finish();
    }

    /** Returns the fingerprint that {@link #bytes()} returned as bytes. */
    public static Fingerprint fromBytes(byte[] hash) {
        if (hash.length != SIZE) {
            throw new IllegalArgumentException("a fingerprint has " + SIZE + " bytes, not " + hash.length);
        }
        return new Fingerprint(ByteBuffer.wrap(hash));
    }

    /** Returns the 32 bytes of the hash. */
    public byte[] bytes() {
        return ByteBuffer.allocate(SIZE)
                .putLong(a)
                .putLong(b)
                .putLong(c)
                .putLong(d)
                .array();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Fingerprint that && a == that.a && b == that.b && c == that.c && d == that.d;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(a);
    }

    /** Returns 64 hexadecimal digits. */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes());
    }
}
