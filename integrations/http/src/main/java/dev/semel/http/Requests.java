package dev.semel.http;

import dev.semel.Fingerprint;
import dev.semel.jackson.JsonFingerprinter;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads requests of one route and takes their fingerprints. */
final class Requests {
    private final JsonFingerprinter json;
    private final boolean raw;
    private final int mostBytes;

    Requests(Route route) {
        JsonFingerprinter all = JsonFingerprinter.standard();
        this.json = route.leftOut.isEmpty() ? all : all.leavingOut(route.leftOut.toArray(String[]::new));
        this.raw = route.rawFingerprint;
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
        return Fingerprint.ofParts(
                "semel.http",
                exchange.method(),
                exchange.path(),
                query == null ? "" : "?" + query,
                content(exchange, body).toString());
    }

    /** A body that claims to be JSON and is not counts by its bytes: what to say of it is for the application. */
    private Fingerprint content(Exchange exchange, byte[] body) {
        List<String> type = exchange.header("Content-Type");
        if (raw || type.isEmpty()) {
            return Fingerprint.of(body);
        }
        Optional<String> boundary = Multipart.boundary(type.get(0));
        if (boundary.isPresent()) {
            return Fingerprint.of(Multipart.without(boundary.get(), body));
        }
        if (!isJson(type.get(0))) {
            return Fingerprint.of(body);
        }
        try {
            return json.ofJson(body);
        } catch (IllegalArgumentException e) {
            return Fingerprint.of(body);
        }
    }

    private static boolean isJson(String contentType) {
        String type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return type.equals("application/json") || type.endsWith("+json");
    }
}
