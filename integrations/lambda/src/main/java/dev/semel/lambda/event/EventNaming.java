package dev.semel.lambda.event;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.Fingerprint;
import dev.semel.jackson.JsonFingerprinter;
import org.jspecify.annotations.Nullable;

/** Derives keys and fingerprints from parts of events. */
public interface EventNaming {

    /** Semel's own naming. */
    EventNaming SEMEL = new EventNaming() {
        private static final Fingerprint NOTHING = Fingerprint.ofParts("semel.lambda.nothing");
        private static final JsonFingerprinter JSON = JsonFingerprinter.standard();

        @Override
        public @Nullable String key(JsonNode part) {
            return EventKeys.of(part);
        }

        @Override
        public Fingerprint compared(JsonNode part) {
            return JSON.of(part);
        }

        @Override
        public Fingerprint nothingCompared() {
            return NOTHING;
        }
    };

    /** Returns the key, or {@code null} if the part contains none. */
    @Nullable
    String key(JsonNode part);

    /** Returns the fingerprint of the part that must not change in a retry. */
    Fingerprint compared(JsonNode part);

    /** Returns the fingerprint of all events of a guard that compares nothing. */
    Fingerprint nothingCompared();
}
