package dev.semel.lambda.event;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.jackson.JsonKey;
import org.jspecify.annotations.Nullable;

/** Turns parts of events into keys, by the rules of {@link JsonKey}. */
public final class EventKeys {
    private static final JsonKey WHOLE_PART = JsonKey.at("");

    private EventKeys() {}

    /** Returns the key that a part contains, or {@code null} if it contains none. */
    public static @Nullable String of(JsonNode part) {
        return WHOLE_PART.of(part);
    }

    /** Returns whether a part contains no key. */
    public static boolean isMissing(JsonNode part) {
        return of(part) == null;
    }
}
