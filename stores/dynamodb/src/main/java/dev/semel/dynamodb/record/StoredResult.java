package dev.semel.dynamodb.record;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;

/**
 * A result in the form in which an item holds it.
 *
 * @param mediaType the result's media type
 * @param bytes the result's bytes, or what the encoding says
 * @param encoding {@link #DEFLATE} or {@link #ELSEWHERE}; {@code null} if the bytes are the result's
 * @param length how many bytes the result has
 * @param checksum the result's checksum; {@code null} if the item has none
 */
public record StoredResult(
        String mediaType,
        SdkBytes bytes,
        @Nullable String encoding,
        int length,
        @Nullable Integer checksum) {
    /** The bytes are compressed. */
    static final String DEFLATE = "deflate";

    /** The application keeps the bytes elsewhere; the item has their SHA-256. */
    static final String ELSEWHERE = "elsewhere";

    /** Returns a result whose bytes are in the item as they are. */
    public static StoredResult of(String mediaType, byte[] bytes, @Nullable Integer checksum) {
        return new StoredResult(mediaType, SdkBytes.fromByteArrayUnsafe(bytes), null, bytes.length, checksum);
    }

    /** Returns the same result with other bytes in the item. */
    StoredResult encoded(String as, byte[] other) {
        return new StoredResult(mediaType, SdkBytes.fromByteArrayUnsafe(other), as, length, checksum);
    }

    /** Returns how many bytes it takes in the item. */
    int size() {
        return bytes.asByteArrayUnsafe().length;
    }
}
