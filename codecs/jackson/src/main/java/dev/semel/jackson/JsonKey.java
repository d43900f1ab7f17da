package dev.semel.jackson;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.semel.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Takes the key of a request out of its payload, where the caller sends none beside it.
 *
 * <pre>{@code
 * JsonKey orderId = JsonKey.at("/order/id");
 * Receipt receipt = payments.once(orderId.of(request), request, () -> gateway.charge(request));
 * }</pre>
 *
 * <p>With one pointer, text is the key as it is; a number or a boolean is the key as its canonical text, so {@code 1} and {@code "1"} are
 * the same key: they name the same thing, and where they are different requests the fingerprint says so. Text that can't be a key (over
 * 255 bytes in UTF-8, control characters) is returned as it is: an operation refuses it with {@link dev.semel.InvalidKeyException}, as it does
 * wherever else a key comes from. An object or an array gives a key derived from its canonical JSON. With several pointers the key is derived
 * from all that they name, whatever their lengths, and there {@code 1} and {@code "1"} are different.
 *
 * <p>No key at all, which is {@code null} here: if nothing is there, or {@code null}, empty text, an empty list or object, or a list or an
 * object with nothing but those in it. {@code 0} and {@code false} are keys. Of several pointers all must find nothing.
 *
 * <p>Immutable and safe for use by many threads.
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
     * By what is at these places, with Jackson's defaults and no module.
     *
     * @param jsonPointers by RFC 6901, such as {@code /id} or {@code /lines/0/sku}; the empty one names the whole payload
     * @throws IllegalArgumentException with all that are not pointers
     */
    public static JsonKey at(String... jsonPointers) {
        return new JsonKey(Payload.standard(), Pointer.all(jsonPointers));
    }

    /** The places, as JSON Pointers, in their order. */
    public List<String> places() {
        return pointers.stream().map(Pointer::text).toList();
    }

    /**
     * The same with a mapper of your own, which is copied.
     *
     * @throws IllegalArgumentException if the mapper writes something else than JSON
     */
    public JsonKey with(ObjectMapper mapper) {
        return new JsonKey(Payload.by(mapper), pointers);
    }

    /**
     * The key in a payload: a record, a bean, a map, a {@link JsonNode} or anything else that the mapper can write.
     *
     * @return what to hand to an operation as the key; {@code null} if there is none
     * @throws IllegalArgumentException if the mapper can't write it; the message never holds a value
     */
    public @Nullable String of(@Nullable Object request) {
        return key(payload.tree(request));
    }

    /**
     * The key in JSON text in UTF-8.
     *
     * @return what to hand to an operation as the key; {@code null} if there is none
     * @throws IllegalArgumentException as {@link JsonFingerprinter#ofJson(byte[])}
     */
    public @Nullable String ofJson(byte[] utf8) {
        return key(JsonText.parse(utf8));
    }

    /**
     * The key in JSON text.
     *
     * @return what to hand to an operation as the key; {@code null} if there is none
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
        // What is deeper counts as something; writing it in canonical form then refuses it.
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

    /** Bytes too: JSON has them as Base64. */
    private static boolean isText(JsonNode node) {
        return node.isTextual() || node.isBinary();
    }

    private static String derive(List<JsonNode> parts) {
        Object[] texts = Stream.concat(Stream.of(DOMAIN), parts.stream().map(CanonicalJson::of))
                .toArray();
        return Keys.derive(texts);
    }
}
