package dev.semel.http.request;

import dev.semel.Fingerprint;
import dev.semel.http.Answer;
import dev.semel.http.Dialogue;
import dev.semel.http.Exchange;
import dev.semel.http.Problem;
import dev.semel.http.Route;
import dev.semel.jackson.JsonFingerprinter;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Reads and verifies the requests of a route, and takes their fingerprints. */
public final class Requests {
    private final JsonFingerprinter json;
    private final boolean raw;
    private final List<String> counted;
    private final Route route;
    private final Dialogue dialogue;

    /** The form and content of a body, without differences in spelling that do not count. */
    private record Content(String form, String type, Fingerprint body) {}

    /** Creates the reader of a route's requests, which refuses in the words of a dialogue. */
    public Requests(Route route, Dialogue dialogue) {
        JsonFingerprinter all = JsonFingerprinter.standard();
        JsonFingerprinter most =
                route.leftOut().isEmpty() ? all : all.leavingOut(route.leftOut().toArray(String[]::new));
        this.json = route.comparedOnly().isEmpty()
                ? most
                : most.comparingOnly(route.comparedOnly().toArray(String[]::new));
        this.raw = route.comparesRawBodies();
        this.counted = route.countedHeaders().stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .sorted()
                .distinct()
                .toList();
        this.route = route;
        this.dialogue = dialogue;
    }

    /** Returns the whole body, or {@code null} if it is larger than the limit. */
    public byte @Nullable [] body(Exchange exchange) throws IOException {
        InputStream body = exchange.body();
        byte[] read = body.readNBytes(route.requestLimit());
        return read.length == route.requestLimit() && body.read() >= 0 ? null : read;
    }

    /** Returns the refusal of a request that is too large or whose sender is not verified; {@code null} if it is accepted. */
    public @Nullable Answer refusal(Exchange exchange, byte @Nullable [] body) {
        if (body == null) {
            return dialogue.answer(
                    Problem.BODY_TOO_LARGE.refusal("The body must have at most " + route.requestLimit() + " bytes."));
        }
        BiPredicate<Exchange, byte[]> verification = route.verification();
        return verification == null || verification.test(exchange, body)
                ? null
                : dialogue.answer(
                        Problem.NOT_VERIFIED.refusal("Check its signature, and send it again with the same key."));
    }

    /** Returns the refusal of a request without a key. */
    public Answer keyMissing() {
        String where = "in the header " + route.keyHeader();
        if (route.keyInBody() != null) {
            where = "in the body at " + String.join(" and ", route.keyInBody().places());
        } else if (route.keyFunction() != null) {
            where = "in the places that this endpoint documents";
        }
        return dialogue.answer(Problem.KEY_MISSING.refusal(
                "Send a key that names this request, the same in every retry of it, " + where + "."));
    }

    /** Returns the fingerprint of a request. */
    public Fingerprint fingerprint(Exchange exchange, byte[] body) {
        BiFunction<Exchange, byte[], Fingerprint> chosen = route.fingerprintFunction();
        return chosen == null ? standard(exchange, body) : chosen.apply(exchange, body);
    }

    private Fingerprint standard(Exchange exchange, byte[] body) {
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
                // compared by its bytes: the application decides about invalid JSON
            }
        }
        return new Content("bytes", type.toString(), Fingerprint.of(body));
    }
}
