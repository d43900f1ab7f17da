package dev.semel.input;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The media types of results: which ones a codec may declare, and which ones Semel reserves. */
public final class MediaTypes {
    /** The type of a {@code null} value. */
    public static final String NULL = "application/x-semel-null";

    /** The type of a failure. */
    public static final String FAILURE = "application/x-semel-failure";

    /** The type of a text that explains why the result is missing. */
    public static final String TOMBSTONE = "application/x-semel-tombstone";

    private static final Set<String> RESERVED = Set.of(NULL, FAILURE, TOMBSTONE);
    private static final int MAX_LENGTH = 100;

    private MediaTypes() {}

    /** Returns whether the type is reserved, so that no codec may declare it. */
    public static boolean isReserved(@Nullable String type) {
        return RESERVED.contains(String.valueOf(type));
    }

    /** Returns whether a store can keep this type: it is not blank, not too long and ASCII. */
    public static boolean isStorable(@Nullable String type) {
        if (type == null || type.isBlank() || type.length() > MAX_LENGTH) {
            return false;
        }
        for (int i = 0; i < type.length(); i++) {
            if (type.charAt(i) < ' ' || type.charAt(i) >= 127) {
                return false;
            }
        }
        return true;
    }
}
