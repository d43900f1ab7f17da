package dev.semel.lambda;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.semel.Keys;
import dev.semel.jackson.JsonKey;
import dev.semel.lambda.event.EventKeys;
import dev.semel.lambda.event.JmesPaths;
import dev.semel.lambda.event.PlainPath;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A part of an event: the part that names the event, or the part that must be the same in every retry.
 *
 * <pre>{@code
 * EventPart.at("/order/id");
 * EventPart.jmesPath("powertools_json(body).[customer, order]");
 * }</pre>
 *
 * <p>A text is used as the key itself, and a number or a boolean as its canonical text. Text that is not a valid key
 * (over 255 bytes in UTF-8, control characters) is refused with {@link dev.semel.InvalidKeyException}. An object or an
 * array, several pointers, and a whole event that is such a text, are digested. A part that is missing, {@code null},
 * empty, or contains nothing but such parts is no key. {@code 0} and {@code false} are keys.
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class EventPart {

    private static final EventPart WHOLE = new EventPart("the whole event", UnaryOperator.identity());

    private final String text;
    private final UnaryOperator<JsonNode> finder;

    private EventPart(String text, UnaryOperator<JsonNode> finder) {
        this.text = text;
        this.finder = finder;
    }

    /**
     * Returns the part that a JMESPath expression finds. Beside the functions of JMESPath, {@code powertools_json},
     * {@code powertools_base64} and {@code powertools_base64_gzip} decode a text; {@code semel_json}, {@code
     * semel_base64} and {@code semel_base64_gzip} are synonyms. A function with an argument of the wrong type returns
     * {@code null}.
     *
     * @throws IllegalArgumentException if the expression is invalid
     */
    public static EventPart jmesPath(String expression) {
        Objects.requireNonNull(expression, "expression");
        Optional<UnaryOperator<JsonNode>> plain = PlainPath.of(expression);
        return new EventPart(expression, plain.isPresent() ? plain.get() : JmesPaths.compile(expression));
    }

    /**
     * Returns the part at JSON Pointers; several pointers form one part together.
     *
     * @param jsonPointers JSON Pointers (RFC 6901), such as {@code /order/id}
     * @throws IllegalArgumentException if pointers are invalid, with all of them
     */
    public static EventPart at(String... jsonPointers) {
        List<String> places = JsonKey.at(jsonPointers).places();
        List<JsonPointer> pointers = places.stream().map(JsonPointer::compile).toList();
        return new EventPart(
                String.join(", ", places),
                pointers.size() == 1 ? event -> event.at(pointers.get(0)) : event -> together(event, pointers));
    }

    /** Returns the whole event. */
    public static EventPart whole() {
        return WHOLE;
    }

    private static JsonNode together(JsonNode event, List<JsonPointer> pointers) {
        ArrayNode parts = JsonNodeFactory.instance.arrayNode(pointers.size());
        pointers.forEach(pointer -> parts.add(present(event.at(pointer))));
        return parts;
    }

    private static JsonNode present(@Nullable JsonNode found) {
        return found == null || found.isMissingNode() ? JsonNodeFactory.instance.nullNode() : found;
    }

    /**
     * Returns the value of this part in an event, or a null node if it is missing.
     *
     * @throws IllegalArgumentException if a text cannot be decoded
     */
    JsonNode in(JsonNode event) {
        return present(finder.apply(event));
    }

    /** Returns the key in this part of an event, or {@code null} if there is none. */
    @Nullable
    String keyIn(JsonNode event) {
        return EventKeys.of(in(event));
    }

    /** Derives a key from the text of a whole event that is not a valid key. Returns any other key unchanged. */
    @Nullable
    String usable(@Nullable String key) {
        return this == WHOLE && key != null && !Keys.fits(key) ? Keys.derive(key) : key;
    }

    /** Returns the expression or the pointers. */
    @Override
    public String toString() {
        return text;
    }
}
