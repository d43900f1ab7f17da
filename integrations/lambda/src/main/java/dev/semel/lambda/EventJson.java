package dev.semel.lambda;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Events as JSON trees. Complaints never quote an event. */
final class EventJson {
    // Names come from outside: interning them would fill a table that is never emptied.
    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                    .build())
            .enable(
                    DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS,
                    DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY,
                    DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    /** For typed events; made when the first of them comes. */
    private static final class Plain {
        static final ObjectMapper MAPPER = new JsonMapper();

        private Plain() {}
    }

    private EventJson() {}

    /** With every digit of numbers, and members that are there twice refused. */
    static ObjectMapper mapper() {
        return MAPPER;
    }

    static JsonNode parse(byte[] utf8) {
        JsonNode event;
        try {
            event = MAPPER.readTree(utf8);
        } catch (IOException e) {
            throw new IllegalArgumentException("the event is not valid JSON, or has a member twice; send JSON");
        }
        return event.isMissingNode() ? NullNode.getInstance() : event;
    }

    /**
     * An event as a tree.
     *
     * @param mapper {@code null} for one with Jackson's defaults and no module
     */
    static JsonNode of(@Nullable Object event, @Nullable ObjectMapper mapper) {
        if (event == null) {
            return NullNode.getInstance();
        }
        if (event instanceof JsonNode tree) {
            return tree;
        }
        try {
            return (mapper == null ? Plain.MAPPER : mapper).valueToTree(event);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "an event of " + event.getClass().getName()
                            + " has no JSON form; hand in a mapper with the modules that it needs, or take events as a stream",
                    withoutMessage(e.getCause() == null ? e : e.getCause()));
        }
    }

    /** Jackson's messages hold parts of the value, its traces do not. */
    private static Throwable withoutMessage(Throwable thrown) {
        Throwable plain = new IllegalArgumentException(thrown.getClass().getName());
        plain.setStackTrace(thrown.getStackTrace());
        return plain;
    }
}
