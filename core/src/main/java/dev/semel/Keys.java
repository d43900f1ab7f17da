package dev.semel;

import dev.semel.input.Text;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes keys where the caller has none to send, or too long a one. */
public final class Keys {

    /** How long a key may be, in bytes of UTF-8. */
    public static final int MAX_BYTES = Text.MAX_KEY;

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
}
