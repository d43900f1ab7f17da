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
    /** For what was sent; made when the first of it comes, as the other one is: either takes a cold start a while. */
    private static final class Sent {
        // Names come from outside: interning them would fill a table that is never emptied.
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

    /** For typed events. */
    private static final class Plain {
        static final ObjectMapper MAPPER = new JsonMapper();

        private Plain() {}
    }

    private EventJson() {}

    /** With every digit of numbers, and members that are there twice refused. */
    static ObjectMapper mapper() {
        return Sent.MAPPER;
    }

    static JsonNode parse(byte[] utf8) {
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

    /** A text of an event that is JSON itself; a null node if there is nothing in it. */
    static JsonNode parseInside(String json) {
        try {
            return present(Sent.MAPPER.readTree(json));
        } catch (IOException e) {
            throw notJsonInside();
        }
    }

    /** Without the cause: Jackson's messages quote the text. */
    static IllegalArgumentException notJsonInside() {
        return new IllegalArgumentException(
                "a text of the event is not JSON; check the expression, or what sends the event");
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
