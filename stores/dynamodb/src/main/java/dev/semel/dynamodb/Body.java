package dev.semel.dynamodb;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;

/**
 * A result as it lies in an item.
 *
 * @param mediaType the result's
 * @param bytes the result's own, or what the encoding says
 * @param encoding {@code null} for the result's own bytes
 * @param length of the result's own bytes
 * @param checksum of the result; {@code null} if there is none
 */
record Body(
        String mediaType,
        SdkBytes bytes,
        @Nullable String encoding,
        int length,
        @Nullable Integer checksum) {
    /** The bytes are compressed. */
    static final String DEFLATE = "deflate";

    /** The bytes are with the application's {@link LargeResults}; here is their SHA-256. */
    static final String ELSEWHERE = "elsewhere";

    static Body of(String mediaType, byte[] bytes, @Nullable Integer checksum) {
        return new Body(mediaType, SdkBytes.fromByteArrayUnsafe(bytes), null, bytes.length, checksum);
    }

    /** Other bytes for a result of that length. */
    Body encoded(String as, byte[] other) {
        return new Body(mediaType, SdkBytes.fromByteArrayUnsafe(other), as, length, checksum);
    }

    /** How much it takes in the item. */
    int size() {
        return bytes.asByteArrayUnsafe().length;
    }
}
