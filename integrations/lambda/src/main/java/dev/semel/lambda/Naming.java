package dev.semel.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.Fingerprint;
import dev.semel.jackson.JsonFingerprinter;
import org.jspecify.annotations.Nullable;

/** What becomes of the parts of an event: its key, and the fingerprint by which another event under that key is told. */
interface Naming {

    /** Semel's own. */
    Naming SEMEL = new Naming() {
        private static final Fingerprint NOTHING = Fingerprint.ofParts("semel.lambda.nothing");
        private static final JsonFingerprinter JSON = JsonFingerprinter.standard();

        @Override
        public @Nullable String key(JsonNode part) {
            return EventPart.asKey(part);
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

    /** The key; {@code null} if there is none. */
    @Nullable
    String key(JsonNode part);

    /** The fingerprint of what has to be the same. */
    Fingerprint compared(JsonNode part);

    /** The fingerprint of all events if nothing has to be the same. */
    Fingerprint nothingCompared();
}
