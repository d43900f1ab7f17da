package dev.semel.lambda.event;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Events as JSON trees. Messages of exceptions never quote an event. */
public final class EventJson {
    /** The mapper for events as they were sent. Each mapper is created on first use, since it prolongs a cold start. */
    private static final class Sent {
        // Member names come from outside. Interning them would fill a table that is never emptied.
        static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                        .build())
                .enable(
                        DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS,
                        DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY,
                        DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                .build();

        private Sent() {}
    }

    /** The mapper for typed events. */
    private static final class Plain {
        static final ObjectMapper MAPPER = new JsonMapper();

        private Plain() {}
    }

    private EventJson() {}

    /** Returns a mapper that keeps all digits of numbers and rejects duplicate members. */
    public static ObjectMapper mapper() {
        return Sent.MAPPER;
    }

    /**
     * Parses an event. An empty event is a null node.
     *
     * @throws IllegalArgumentException if it is not valid JSON, or has a member twice
     */
    public static JsonNode parse(byte[] utf8) {
        JsonNode event;
        try {
            event = Sent.MAPPER.readTree(utf8);
        } catch (IOException e) {
            throw new IllegalArgumentException("the event is not valid JSON, or has a member twice; send JSON");
        }
        return present(event);
    }

    private static JsonNode present(JsonNode document) {
        return document.isMissingNode() ? NullNode.getInstance() : document;
    }

    /** Parses a text inside an event. Empty text is a null node. */
    static JsonNode parseInside(String json) {
        try {
            return present(Sent.MAPPER.readTree(json));
        } catch (IOException e) {
            throw notJsonInside();
        }
    }

    /** Returns an exception without Jackson's as its cause, whose message quotes the text. */
    static IllegalArgumentException notJsonInside() {
        return new IllegalArgumentException(
                "a text in the event is not JSON; check the expression and the sender of the event");
    }

    /**
     * Converts an event to a tree.
     *
     * @param mapper {@code null} for Jackson's defaults without modules
     * @throws IllegalArgumentException if the mapper cannot write the event
     */
    public static JsonNode of(@Nullable Object event, @Nullable ObjectMapper mapper) {
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
                            + " cannot be written as JSON; set a mapper with the modules that it needs, or handle events as"
                            + " a stream",
                    withoutMessage(e.getCause() == null ? e : e.getCause()));
        }
    }

    /** Returns an exception with the same trace and no message. Jackson's messages quote the value. */
    private static Throwable withoutMessage(Throwable thrown) {
        Throwable plain = new IllegalArgumentException(thrown.getClass().getName());
        plain.setStackTrace(thrown.getStackTrace());
        return plain;
    }
}
