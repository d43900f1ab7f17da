package dev.semel;

import dev.semel.input.Text;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Derives keys for callers that have none to send, or one that is too long. */
public final class Keys {

    /** The maximum length of a key, in bytes of UTF-8. */
    public static final int MAX_BYTES = Text.MAX_KEY;

    private Keys() {}

    /** Returns whether a text is a valid key: not empty, not too long, and without control characters. */
    public static boolean fits(@Nullable String text) {
        return text != null && !text.isEmpty() && Text.problemWithKey(text).isEmpty();
    }

    /**
     * Returns a key derived from values that name one logical request, such as a tenant and an order number. Equal
     * values in equal order give the same key, and their boundaries count: {@code ("a", "bc")} and {@code ("ab", "c")}
     * give different keys.
     *
     * @param parts values that {@link Fingerprinter#byValue()} supports, at least one
     * @return 64 hexadecimal digits of SHA-256
     */
    public static String derive(Object... parts) {
        if (Objects.requireNonNull(parts, "parts").length == 0) {
            throw new IllegalArgumentException("a key needs at least one part to be derived from");
        }
        return Fingerprinter.byValue().of(Arrays.asList(parts)).toString();
    }
}
