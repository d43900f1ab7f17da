package dev.semel;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes keys where the caller has none to send, or too long a one. */
public final class Keys {

    /** How long a key may be, in bytes of UTF-8. */
    public static final int MAX_BYTES = 255;

    private Keys() {}

    /** Whether a text can be a key as it is: not empty, not too long, and without control characters. */
    public static boolean fits(@Nullable String text) {
        return text != null && !text.isEmpty() && Text.problemWithKey(text).isEmpty();
    }

    /**
     * A key from values that name one logical request, such as a tenant and an order number. Equal values in equal order give the same
     * key, and their borders count: {@code ("a", "bc")} and {@code ("ab", "c")} give different ones.
     *
     * @param parts anything that {@link Fingerprinter#byValue()} takes, at least one
     * @return 64 hexadecimal digits of SHA-256
     */
    public static String derive(Object... parts) {
        if (Objects.requireNonNull(parts, "parts").length == 0) {
            throw new IllegalArgumentException("a key needs at least one part to be derived from");
        }
        return Fingerprinter.byValue().of(Arrays.asList(parts)).toString();
    }

    /** A key for a call to a third party, in the form of a UUID of version 8, which nearly every API takes. */
    static String child(String operation, String scope, String key, String name) {
        ByteBuffer hash = ByteBuffer.wrap(
                Fingerprint.ofParts("semel.child", operation, scope, key, name).bytes());
        long high = (hash.getLong() & 0xffffffffffff0fffL) | 0x8000L;
        long low = (hash.getLong() & 0x3fffffffffffffffL) | 0x8000000000000000L;
        return new UUID(high, low).toString();
    }
}
