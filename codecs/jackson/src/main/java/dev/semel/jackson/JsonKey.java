package dev.semel.jackson;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.semel.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An extractor of keys from payloads, for callers that send no separate key.
 *
 * <pre>{@code
 * JsonKey orderId = JsonKey.at("/order/id");
 * Receipt receipt = payments.once(orderId.of(request), request, () -> gateway.charge(request));
 * }</pre>
 *
 * <p>With one pointer, a string is the key unchanged. A number or a boolean is the key as its canonical text, so {@code 1} and {@code "1"}
 * are the same key; if they belong to different requests, the fingerprints differ. A string that is no valid key (over 255 bytes in UTF-8,
 * control characters) is returned unchanged: an operation rejects it with {@link dev.semel.InvalidKeyException}, as it rejects any invalid
 * key. An object or an array yields a key derived from its canonical JSON. With several pointers the key is derived from all values, of any
 * length, and {@code 1} and {@code "1"} differ.
 *
 * <p>There is no key, which is {@code null}, if the value is missing, {@code null}, an empty string, an empty list or object, or a list or
 * object that contains only such values. {@code 0} and {@code false} are keys. With several pointers, there is no key only if none of them
 * finds a value.
 *
 * <p>Immutable and thread-safe.
 */
public final class JsonKey {
    private static final String DOMAIN = "semel.json.key";

    private final Payload payload;
    private final List<Pointer> pointers;

    private JsonKey(Payload payload, List<Pointer> pointers) {
        this.payload = payload;
        this.pointers = pointers;
    }

    /**
     * Returns an extractor of the values at these pointers, with Jackson's defaults and no modules.
     *
     * @param jsonPointers JSON Pointers (RFC 6901), such as {@code /id} or {@code /lines/0/sku}; the empty one refers to the whole payload
     * @throws IllegalArgumentException if pointers are invalid, with all of them
     */
    public static JsonKey at(String... jsonPointers) {
        return new JsonKey(Payload.standard(), Pointer.all(jsonPointers));
    }

    /** Returns the JSON Pointers, in order. */
    public List<String> places() {
        return pointers.stream().map(Pointer::text).toList();
    }

    /**
     * Returns the same extractor with the application's mapper, which is copied.
     *
     * @throws IllegalArgumentException if the mapper does not write JSON
     */
    public JsonKey with(ObjectMapper mapper) {
        return new JsonKey(Payload.by(mapper), pointers);
    }

    /**
     * Returns the key in a payload: a record, a bean, a map, a {@link JsonNode} or anything else that the mapper can write.
     *
     * @return the key to pass to an operation; {@code null} if there is none
     * @throws IllegalArgumentException if the mapper cannot write the payload; the message never contains a value
     */
    public @Nullable String of(@Nullable Object request) {
        return key(payload.tree(request));
    }

    /**
     * Returns the key in JSON text in UTF-8.
     *
     * @return the key to pass to an operation; {@code null} if there is none
     * @throws IllegalArgumentException as {@link JsonFingerprinter#ofJson(byte[])}
     */
    public @Nullable String ofJson(byte[] utf8) {
        return key(JsonText.parse(utf8));
    }

    /**
     * Returns the key in JSON text.
     *
     * @return the key to pass to an operation; {@code null} if there is none
     * @throws IllegalArgumentException as {@link JsonFingerprinter#ofJson(byte[])}
     */
    public @Nullable String ofJson(String json) {
        return key(JsonText.parse(json));
    }

    private @Nullable String key(JsonNode document) {
        List<JsonNode> parts = new ArrayList<>(pointers.size());
        boolean nothing = true;
        for (Pointer pointer : pointers) {
            JsonNode part = pointer.in(document);
            parts.add(part);
            nothing = nothing && holdsNothing(part, 0);
        }
        if (nothing) {
            return null;
        }
        return parts.size() == 1 ? keyOf(parts.get(0)) : derive(parts);
    }

    private static boolean holdsNothing(JsonNode node, int depth) {
        if (!node.isContainerNode()) {
            return node.isNull()
                    || node.isMissingNode()
                    || (isText(node) && node.asText().isEmpty());
        }
        // A deeper value counts as present; writing its canonical form then rejects it.
        boolean nothing = depth <= CanonicalJson.MAX_DEPTH;
        for (JsonNode member : node) {
            nothing = nothing && holdsNothing(member, depth + 1);
        }
        return nothing;
    }

    private static String keyOf(JsonNode part) {
        if (part.isContainerNode()) {
            return derive(List.of(part));
        }
        return isText(part) ? part.asText() : CanonicalJson.of(part);
    }

    /** Returns whether a node is a string in JSON. Bytes are, as Base64. */
    private static boolean isText(JsonNode node) {
        return node.isTextual() || node.isBinary();
    }

    private static String derive(List<JsonNode> parts) {
        Object[] texts = Stream.concat(Stream.of(DOMAIN), parts.stream().map(CanonicalJson::of))
                .toArray();
        return Keys.derive(texts);
    }
}
