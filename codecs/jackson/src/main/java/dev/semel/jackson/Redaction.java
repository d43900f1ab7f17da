package dev.semel.jackson;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.Codec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Removes members from JSON before it is stored, such as credentials and signed URLs. What is stored has neither the members nor their names. The first
 * caller still gets them; every other one gets the JSON without them.
 *
 * <p>Immutable and thread-safe.
 */
public final class Redaction {
    private static final String EACH = "*";

    private final List<Pointer> pointers;

    private Redaction(List<Pointer> pointers) {
        this.pointers = pointers;
    }

    /**
     * Returns a redaction of these members. A missing member changes nothing. A member that is not an object's, but an element of an array, becomes {@code null},
     * so that the others keep their places.
     *
     * @param jsonPointers JSON Pointers (RFC 6901), such as {@code /token}; the step {@code *} stands for each member of an object and each element of an array
     * @throws IllegalArgumentException if pointers are invalid, with all of them, or one refers to the whole document
     */
    public static Redaction of(String... jsonPointers) {
        List<Pointer> pointers = Pointer.all(jsonPointers);
        if (pointers.stream().anyMatch(pointer -> pointer.steps().isEmpty())) {
            throw new IllegalArgumentException("the JSON pointer \"\" refers to the whole document; name members");
        }
        return new Redaction(pointers);
    }

    /**
     * Returns JSON text in UTF-8 without the members. It is written again, with all digits of its numbers; unchanged if it has none of the members.
     *
     * @throws IllegalArgumentException if the text is not one valid JSON document; the message never contains a value
     */
    public byte[] json(byte[] utf8) {
        JsonNode document = JsonText.parse(utf8);
        boolean changed = false;
        for (Pointer pointer : pointers) {
            changed |= remove(document, pointer.steps());
        }
        return changed ? document.toString().getBytes(StandardCharsets.UTF_8) : utf8;
    }

    /**
     * Returns a codec that stores what another codec encodes without the members. Its values must be decodable without them. A value that cannot be
     * encoded as JSON is not stored: a retry gets {@link dev.semel.ResultNotKeptException}.
     *
     * @param codec a codec to JSON, such as {@link JsonCodec}
     * @param <T> the type of the result
     */
    public <T extends @Nullable Object> Codec<T> in(Codec<T> codec) {
        return new Redacted<>(codec, this);
    }

    /** Removes what the steps refer to, and returns whether there was anything. */
    private static boolean remove(JsonNode here, List<String> steps) {
        String step = steps.get(0);
        List<String> rest = steps.subList(1, steps.size());
        boolean changed = false;
        for (String name : names(here, step)) {
            JsonNode child = child(here, name);
            if (child == null) {
                continue;
            }
            changed |= rest.isEmpty() ? take(here, name) : remove(child, rest);
        }
        return changed;
    }

    /** Returns the names of members, or the indexes of elements. */
    private static List<String> names(JsonNode here, String step) {
        if (!step.equals(EACH)) {
            return List.of(step);
        }
        return here instanceof ObjectNode object
                ? object.properties().stream().map(Map.Entry::getKey).toList()
                : IntStream.range(0, here.isArray() ? here.size() : 0)
                        .mapToObj(Integer::toString)
                        .toList();
    }

    private static @Nullable JsonNode child(JsonNode here, String name) {
        JsonNode child = Pointer.below(here, name);
        return child.isMissingNode() ? null : child;
    }

    private static boolean take(JsonNode here, String name) {
        if (here instanceof ObjectNode object) {
            object.remove(name);
        } else {
            ((ArrayNode) here).setNull(Integer.parseInt(name));
        }
        return true;
    }

    /** A codec that stores less than another one encodes. */
    private record Redacted<T extends @Nullable Object>(Codec<T> codec, Redaction redaction) implements Codec<T> {
        @Override
        public String mediaType() {
            return codec.mediaType();
        }

        @Override
        public byte[] encode(T value) {
            return redaction.json(codec.encode(value));
        }

        @Override
        public T decode(byte[] bytes) {
            return codec.decode(bytes);
        }

        @Override
        public boolean acceptsNull() {
            return codec.acceptsNull();
        }
    }
}
