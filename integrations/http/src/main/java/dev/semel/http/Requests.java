package dev.semel.http;

import dev.semel.Fingerprint;
import dev.semel.jackson.JsonFingerprinter;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads requests of one route and takes their fingerprints. */
final class Requests {
    private final JsonFingerprinter json;
    private final boolean raw;
    private final List<String> counted;
    private final int mostBytes;

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
        this.mostBytes = route.mostRequestBytes;
    }

    /** The whole body; {@code null} if it is larger than the limit. */
    byte @Nullable [] body(Exchange exchange) throws IOException {
        InputStream body = exchange.body();
        byte[] read = body.readNBytes(mostBytes);
        return read.length == mostBytes && body.read() >= 0 ? null : read;
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
