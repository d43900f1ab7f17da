package dev.semel.jackson;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.semel.Fingerprint;
import dev.semel.Fingerprinter;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Fingerprints of requests by their JSON: two requests are the same if their canonical JSON is. By default every field counts.
 *
 * <p>Guaranteed: the order of members counts for nothing at any depth, that of a Java {@code Set} neither; the order of arrays counts.
 * Whitespace and the way in which characters are escaped count for nothing. Numbers count by their value, with every digit: {@code 1},
 * {@code 1.0} and {@code 10e-1} are the same, and two amounts never meet by rounding. A request object and its JSON text have the same
 * fingerprint. It is the same in every JVM.
 *
 * <p>Not guaranteed: that a fingerprint outlives a change of the request's class or of the mapper. A member that is {@code null} is
 * not the same as one that isn't there, {@code "1"} is not {@code 1}, and texts that only look the same in Unicode are different.
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class JsonFingerprinter implements Fingerprinter {
    private static final String DOMAIN = "semel.json";

    private final Payload payload;
    private final List<Pointer> pointers;
    private final LeftOut leftOut;

    private JsonFingerprinter(Payload payload, List<Pointer> pointers) {
        this.payload = payload;
        this.pointers = pointers;
        this.leftOut = LeftOut.at(pointers);
    }

    /** With Jackson's defaults and no module. */
    public static JsonFingerprinter standard() {
        return new JsonFingerprinter(Payload.standard(), List.of());
    }

    /**
     * With a mapper of your own, for its modules, names and mixins. It is copied, so what happens to it later counts for nothing; default
     * typing is turned off in the copy.
     *
     * @throws IllegalArgumentException if the mapper writes something else than JSON
     */
    public static JsonFingerprinter with(ObjectMapper mapper) {
        return new JsonFingerprinter(Payload.by(mapper), List.of());
    }

    /**
     * The same, but these places don't count, whatever is there; none by default. For what differs between a request and its retry, such
     * as the time of sending. A place that isn't there changes nothing. An index names the element of an array as it was sent.
     *
     * @param jsonPointers by RFC 6901, such as {@code /meta/sentAt} or {@code /items/0/traceId}; in a name {@code ~} is {@code ~0} and
     *     {@code /} is {@code ~1}
     * @throws IllegalArgumentException with all that are not pointers, or that name the whole document
     */
    public JsonFingerprinter leavingOut(String... jsonPointers) {
        List<Pointer> more = Pointer.all(jsonPointers);
        if (more.stream().anyMatch(pointer -> pointer.steps().isEmpty())) {
            throw new IllegalArgumentException(
                    "the JSON pointer \"\" leaves out the whole document, so all requests would be the same; name fields");
        }
        return new JsonFingerprinter(
                payload, Stream.concat(pointers.stream(), more.stream()).toList());
    }

    /**
     * The fingerprint of a request object: a record, a bean, a map, a {@link JsonNode} or anything else that the mapper can write. A
     * {@code String} is a JSON string, not JSON text; for that there is {@link #ofJson(String)}. A {@link Fingerprint} is taken as it is,
     * so that the result of {@code ofJson} can be handed to an operation as its request.
     *
     * @throws IllegalArgumentException for bytes, which may be anything; for what the mapper can't write; for numbers that are not finite;
     *     for what is nested too deep. The message never holds a value.
     */
    @Override
    public Fingerprint of(@Nullable Object request) {
        return request instanceof Fingerprint known ? known : fingerprint(payload.tree(request));
    }

    /**
     * The fingerprint of JSON text in UTF-8, as it was sent. It is held as a whole while its fingerprint is taken, so limit its size
     * before; {@link Fingerprint#ofStream} takes large bodies without that, byte by byte.
     *
     * @throws IllegalArgumentException if it is not one valid JSON document, has a member twice, or passes Jackson's limits for nesting and
     *     lengths. The message says where and never holds a value.
     */
    public Fingerprint ofJson(byte[] utf8) {
        return fingerprint(JsonText.parse(utf8));
    }

    /**
     * The fingerprint of JSON text, as it was sent.
     *
     * @throws IllegalArgumentException as {@link #ofJson(byte[])}
     */
    public Fingerprint ofJson(String json) {
        return fingerprint(JsonText.parse(json));
    }

    /**
     * The text that is digested for a request, to find out why two requests differ. It holds the request, so keep it out of logs.
     *
     * @throws IllegalArgumentException as {@link #of}
     */
    public String canonical(@Nullable Object request) {
        return CanonicalJson.of(payload.tree(request), leftOut);
    }

    /**
     * The text that is digested for JSON text.
     *
     * @throws IllegalArgumentException as {@link #ofJson(byte[])}
     */
    public String canonicalOfJson(String json) {
        return CanonicalJson.of(JsonText.parse(json), leftOut);
    }

    private Fingerprint fingerprint(JsonNode document) {
        return Fingerprint.ofParts(DOMAIN, CanonicalJson.of(document, leftOut));
    }
}
