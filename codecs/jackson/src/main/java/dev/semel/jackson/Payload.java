package dev.semel.jackson;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.node.NullNode;
import org.jspecify.annotations.Nullable;

/** Converts payloads to JSON trees. */
final class Payload {
    private volatile @Nullable ObjectMapper mapper;

    private Payload(@Nullable ObjectMapper mapper) {
        this.mapper = mapper;
    }

    /** Returns a converter with Jackson's defaults and no modules. */
    static Payload standard() {
        return new Payload(null);
    }

    static Payload by(ObjectMapper mapper) {
        return new Payload(settings(Mappers.copyOf(mapper)));
    }

    private static ObjectMapper settings(ObjectMapper own) {
        own.enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);
        // It would convert a float through a double, which has other digits.
        own.disable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
        own.configure(JsonNodeFeature.USE_BIG_DECIMAL_FOR_FLOATS, false);
        return own.setSerializerFactory(own.getSerializerFactory().withSerializerModifier(new SetsInOrder()));
    }

    private ObjectMapper mapper() {
        ObjectMapper made = mapper;
        return made == null ? make() : made;
    }

    /** Creates the standard mapper on first use, which keeps it off cold starts that only use trees. */
    private synchronized ObjectMapper make() {
        ObjectMapper made = mapper;
        if (made == null) {
            made = settings(Mappers.closed(Mappers.standard()));
            mapper = made;
        }
        return made;
    }

    JsonNode tree(@Nullable Object value) {
        if (value == null) {
            return NullNode.getInstance();
        }
        if (value instanceof JsonNode tree) {
            return tree;
        }
        if (value instanceof byte[]) {
            throw new IllegalArgumentException("the format of a byte array is unknown;"
                    + " pass JSON text to ofJson(...), and other bytes to Fingerprint.of(...) or Keys.derive(...)");
        }
        try {
            return mapper().valueToTree(value);
        } catch (IllegalArgumentException | StackOverflowError e) {
            // Without the cause: Jackson's messages contain parts of the value. StackOverflowError: Jackson bounds the
            // depth
            // of text only.
            throw new IllegalArgumentException(
                    "cannot write a " + value.getClass().getName() + " as JSON: "
                            + Mappers.where(e instanceof StackOverflowError ? e : e.getCause())
                            + "; check that type, and that the mapper has the modules for it"
                            + " (java.time: jackson-datatype-jsr310, Optional: jackson-datatype-jdk8)");
        }
    }
}
