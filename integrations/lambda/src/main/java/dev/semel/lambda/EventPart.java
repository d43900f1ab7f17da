package dev.semel.lambda;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.semel.Keys;
import dev.semel.jackson.JsonKey;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A part of an event: the one that names it, or the one that must be the same in every retry of it.
 *
 * <pre>{@code
 * EventPart.at("/order/id");
 * EventPart.jmesPath("powertools_json(body).[customer, order]");
 * }</pre>
 *
 * <p>As a key, text is taken as it is and a number or a boolean as its canonical text; text that can't be a key (over 255 bytes in UTF-8, control
 * characters) is refused with {@link dev.semel.InvalidKeyException}. An object or an array, several pointers, and the whole event if it is such a text, are
 * digested. What isn't there, {@code null}, empty, or has nothing but those inside is no key; {@code 0} and {@code false} are.
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class EventPart {
    private static final JsonKey ALL_OF_IT = JsonKey.at("");
    private static final EventPart WHOLE = new EventPart("the whole event", UnaryOperator.identity());

    private final String text;
    private final UnaryOperator<JsonNode> finder;

    private EventPart(String text, UnaryOperator<JsonNode> finder) {
        this.text = text;
        this.finder = finder;
    }

    /**
     * What a JMESPath expression finds. Beside the functions of JMESPath there are {@code powertools_json}, {@code powertools_base64} and
     * {@code powertools_base64_gzip}, which decode a text; {@code semel_json}, {@code semel_base64} and {@code semel_base64_gzip} are the
     * same. A function that gets something else than it takes gives {@code null}.
     *
     * @throws IllegalArgumentException if it is not an expression
     */
    public static EventPart jmesPath(String expression) {
        Objects.requireNonNull(expression, "expression");
        Optional<UnaryOperator<JsonNode>> plain = PlainPath.of(expression);
        return new EventPart(expression, plain.isPresent() ? plain.get() : JmesPaths.compile(expression));
    }

    /**
     * What is at these places; of several, all of them together.
     *
     * @param jsonPointers by RFC 6901, such as {@code /order/id}
     * @throws IllegalArgumentException with all that are not pointers
     */
    public static EventPart at(String... jsonPointers) {
        List<String> places = JsonKey.at(jsonPointers).places();
        List<JsonPointer> pointers = places.stream().map(JsonPointer::compile).toList();
        return new EventPart(
                String.join(", ", places),
                pointers.size() == 1 ? event -> event.at(pointers.get(0)) : event -> together(event, pointers));
    }

    /** The whole event. */
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
     * What is there, or a null node.
     *
     * @throws IllegalArgumentException if a text can't be decoded
     */
    JsonNode in(JsonNode event) {
        return present(finder.apply(event));
    }

    /** The key that this is; {@code null} if there is none. */
    static @Nullable String asKey(JsonNode part) {
        return ALL_OF_IT.of(part);
    }

    /** The whole event names itself by all that it holds, so its key is derived where its text can't be one. */
    @Nullable
    String usable(@Nullable String key) {
        return this == WHOLE && key != null && !Keys.fits(key) ? Keys.derive(key) : key;
    }

    /** Whether there is nothing that could be a key. */
    static boolean isMissing(JsonNode part) {
        return asKey(part) == null;
    }

    /** The expression or the pointers. */
    @Override
    public String toString() {
        return text;
    }

    static EventPart any(EventPart... parts) {
        List<EventPart> inOrder = Arrays.asList(parts);
        return new EventPart(
                inOrder.toString(),
                event -> inOrder.stream()
                        .map(part -> part.in(event))
                        .filter(found -> !isMissing(found))
                        .findFirst()
                        .orElse(JsonNodeFactory.instance.nullNode()));
    }
}
