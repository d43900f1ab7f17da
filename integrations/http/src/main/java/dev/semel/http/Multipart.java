package dev.semel.http;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Multipart bodies: clients make up their boundary anew for every request, so a retry must not be taken for another request by it. */
final class Multipart {
    private static final Pattern BOUNDARY =
            Pattern.compile(";\\s*boundary\\s*=\\s*(?:\"([^\"]+)\"|([^;\\s]+))", Pattern.CASE_INSENSITIVE);

    private Multipart() {}

    /** Of a content type; empty if that is not a multipart one. */
    static Optional<String> boundary(String contentType) {
        if (!contentType.strip().toLowerCase(Locale.ROOT).startsWith("multipart/")) {
            return Optional.empty();
        }
        Matcher found = BOUNDARY.matcher(contentType);
        return found.find() ? Optional.of(found.group(1) == null ? found.group(2) : found.group(1)) : Optional.empty();
    }

    /** The body with all its boundaries cut down to the dashes before them. No content can hold one. */
    static byte[] without(String boundary, byte[] body) {
        return new String(body, StandardCharsets.ISO_8859_1)
                .replace("--" + boundary, "--")
                .getBytes(StandardCharsets.ISO_8859_1);
    }
}
