package dev.semel.jackson;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.semel.Fingerprint;
import dev.semel.Fingerprinter;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A fingerprinter that compares requests by their canonical JSON. All fields are significant by default.
 *
 * <p>Guaranteed: the order of members is not significant at any depth, nor is that of a Java {@code Set}; the order of arrays is. Whitespace
 * and escapes are not significant. Numbers are compared by value, with every digit: {@code 1}, {@code 1.0} and {@code 10e-1} are equal, and
 * different amounts are never equal by rounding. A request object and its JSON text have the same fingerprint, which is the same in every
 * JVM.
 *
 * <p>Not guaranteed: that a fingerprint survives a change of the request's class or of the mapper. A {@code null} member differs from a
 * missing one, {@code "1"} differs from {@code 1}, and Unicode strings that only look equal differ.
 *
 * <p>Immutable and thread-safe.
 */
public final class JsonFingerprinter implements Fingerprinter {
    private static final String DOMAIN = "semel.json";

    private final Payload payload;
    private final List<Pointer> pointers;
    private final LeftOut leftOut;
    private final List<Pointer> only;

    private JsonFingerprinter(Payload payload, List<Pointer> pointers, List<Pointer> only) {
        this.payload = payload;
        this.pointers = pointers;
        this.leftOut = LeftOut.at(pointers);
        this.only = only;
    }

    /** Returns a fingerprinter with Jackson's defaults and no modules. */
    public static JsonFingerprinter standard() {
        return new JsonFingerprinter(Payload.standard(), List.of(), List.of());
    }

    /**
     * Returns a fingerprinter with the application's mapper, for its modules, names and mixins. The mapper is copied, so later changes have
     * no effect; default typing is off in the copy.
     *
     * @throws IllegalArgumentException if the mapper does not write JSON
     */
    public static JsonFingerprinter with(ObjectMapper mapper) {
        return new JsonFingerprinter(Payload.by(mapper), List.of(), List.of());
    }

    /**
     * Returns a fingerprinter that ignores these fields in addition. None by default. Use it for what differs between a request and its
     * retry, such as the time of sending. A missing field changes nothing. An index refers to the array as it was sent.
     *
     * @param jsonPointers JSON Pointers (RFC 6901), such as {@code /meta/sentAt} or {@code /items/0/traceId}; in a name {@code ~} is
     *     {@code ~0} and {@code /} is {@code ~1}
     * @throws IllegalArgumentException if pointers are invalid, with all of them, or one refers to the whole document
     */
    public JsonFingerprinter leavingOut(String... jsonPointers) {
        List<Pointer> more = Pointer.all(jsonPointers);
        if (more.stream().anyMatch(pointer -> pointer.steps().isEmpty())) {
            throw new IllegalArgumentException(
                    "the JSON pointer \"\" leaves out the whole document, so all requests would be equal; name fields");
        }
        return new JsonFingerprinter(
                payload, Stream.concat(pointers.stream(), more.stream()).toList(), only);
    }

    /**
     * Returns a fingerprinter for which only these fields are significant, instead of those of an earlier call. A missing field differs from one that is {@code
     * null}. What is {@linkplain #leavingOut left out} has no effect then.
     *
     * @param jsonPointers JSON Pointers (RFC 6901), such as {@code /amount}; their order does not matter
     * @throws IllegalArgumentException if pointers are invalid, with all of them
     */
    public JsonFingerprinter comparingOnly(String... jsonPointers) {
        return new JsonFingerprinter(payload, pointers, Pointer.all(jsonPointers));
    }

    /**
     * Returns the fingerprint of a request object: a record, a bean, a map, a {@link JsonNode} or anything else that the mapper can write. A
     * {@code String} is a JSON string; use {@link #ofJson(String)} for JSON text. A {@link Fingerprint} is returned unchanged, so that the
     * result of {@code ofJson} can be passed to an operation as its request.
     *
     * @throws IllegalArgumentException for byte arrays, whose format is unknown; for objects that the mapper cannot write; for numbers that
     *     are not finite; for objects that are nested too deeply. The message never contains a value.
     */
    @Override
    public Fingerprint of(@Nullable Object request) {
        return request instanceof Fingerprint known ? known : fingerprint(payload.tree(request));
    }

    /**
     * Returns the fingerprint of JSON text in UTF-8, as it was sent. The text is parsed in memory, so limit its size first; {@link
     * Fingerprint#ofStream} digests large bodies byte by byte instead.
     *
     * @throws IllegalArgumentException if the text is not one valid JSON document, repeats a member, or exceeds Jackson's limits for nesting
     *     and lengths. The message contains the location and never a value.
     */
    public Fingerprint ofJson(byte[] utf8) {
        return fingerprint(JsonText.parse(utf8));
    }

    /**
     * Returns the fingerprint of JSON text, as it was sent.
     *
     * @throws IllegalArgumentException as {@link #ofJson(byte[])}
     */
    public Fingerprint ofJson(String json) {
        return fingerprint(JsonText.parse(json));
    }

    /**
     * Returns the text that is digested for a request, to diagnose why two requests differ. It contains the request, so keep it out of logs.
     *
     * @throws IllegalArgumentException as {@link #of}
     */
    public String canonical(@Nullable Object request) {
        return CanonicalJson.of(payload.tree(request), leftOut);
    }

    /**
     * Returns the text that is digested for JSON text.
     *
     * @throws IllegalArgumentException as {@link #ofJson(byte[])}
     */
    public String canonicalOfJson(String json) {
        return CanonicalJson.of(JsonText.parse(json), leftOut);
    }

    private Fingerprint fingerprint(JsonNode document) {
        return only.isEmpty()
                ? Fingerprint.ofParts(DOMAIN, CanonicalJson.of(document, leftOut))
                : Fingerprint.ofParts(Stream.concat(
                                Stream.of(DOMAIN + ".only"),
                                only.stream()
                                        .sorted(Comparator.comparing(Pointer::text))
                                        .flatMap(pointer -> Stream.of(pointer.text(), significant(pointer, document))))
                        .toArray(String[]::new));
    }

    private static String significant(Pointer pointer, JsonNode document) {
        JsonNode field = pointer.in(document);
        return field.isMissingNode() ? "" : CanonicalJson.of(field, LeftOut.at(List.of()));
    }
}
