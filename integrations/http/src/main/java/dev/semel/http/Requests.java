package dev.semel.http;

import dev.semel.Fingerprint;
import dev.semel.jackson.JsonFingerprinter;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Reads and verifies the requests of one route, and takes their fingerprints. */
final class Requests {
    private final JsonFingerprinter json;
    private final boolean raw;
    private final List<String> counted;
    private final Route route;

    /** What a body is and holds, apart from the ways of writing it that mean the same. */
    private record Content(String form, String type, Fingerprint body) {}

    Requests(Route route) {
        JsonFingerprinter all = JsonFingerprinter.standard();
        this.json = route.leftOut.isEmpty() ? all : all.leavingOut(route.leftOut.toArray(String[]::new));
        this.raw = route.rawFingerprint;
        this.counted = route.countedHeaders.stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .sorted()
                .distinct()
                .toList();
        this.route = route;
    }

    /** The whole body; {@code null} if it is larger than the limit. */
    byte @Nullable [] body(Exchange exchange) throws IOException {
        InputStream body = exchange.body();
        byte[] read = body.readNBytes(route.mostRequestBytes);
        return read.length == route.mostRequestBytes && body.read() >= 0 ? null : read;
    }

    /** What a request gets that is too large, or whose sender can't be verified; {@code null} if it may go on. */
    @Nullable
    Answer refusal(Exchange exchange, byte @Nullable [] body) {
        if (body == null) {
            return Problem.BODY_TOO_LARGE.answer("At most " + route.mostRequestBytes + " bytes are taken here.");
        }
        BiPredicate<Exchange, byte[]> verification = route.verification;
        return verification == null || verification.test(exchange, body)
                ? null
                : Problem.NOT_VERIFIED.answer("Check its signature, and send it again with the same key.");
    }

    Answer keyMissing() {
        String where = route.keyInBody == null
                ? "in the header " + route.header
                : "in the body at " + String.join(" and ", route.keyInBody.places());
        return Problem.KEY_MISSING.answer(
                "Send a key that names this request, the same in every retry of it, " + where + ".");
    }

    Fingerprint fingerprint(Exchange exchange, byte[] body) {
        String query = exchange.query();
        Content content = content(MediaType.of(exchange.header("Content-Type")), body);
        List<String> parts = new ArrayList<>(List.of(
                "semel.http",
                exchange.method(),
                exchange.path(),
                query == null ? "" : "?" + query,
                content.form(),
                content.type(),
                content.body().toString()));
        for (String name : counted) {
            List<String> values = exchange.header(name);
            parts.add(name + " " + values.size());
            values.forEach(value -> parts.add(value.strip()));
        }
        return Fingerprint.ofParts(parts.toArray(String[]::new));
    }

    private Content content(MediaType type, byte[] body) {
        if (!raw && type.isMultipart()) {
            Optional<Fingerprint> parts = Multipart.fingerprint(type.parameter("boundary"), body);
            if (parts.isPresent()) {
                return new Content("multipart", type.without("boundary"), parts.get());
            }
        }
        if (!raw && type.isJson()) {
            try {
                return new Content("json", type.without("charset"), json.ofJson(body));
            } catch (IllegalArgumentException e) {
                // It counts by its bytes: what to answer is for the application.
            }
        }
        return new Content("bytes", type.toString(), Fingerprint.of(body));
    }
}
