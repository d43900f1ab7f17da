package dev.semel.http.request;

import dev.semel.Fingerprint;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Fingerprints of multipart bodies. Clients choose a new boundary for every request, so it must not count.
 *
 * <p>The fingerprint covers the pieces between the boundaries, each with its length. So two bodies with the same fingerprint are equal up to the choice of
 * boundary.
 */
final class Multipart {
    /** The limit of RFC 2046. It also bounds the cost of the search for each byte of the body. */
    private static final int LONGEST_BOUNDARY = 70;

    private Multipart() {}

    /**
     * Returns the fingerprint of a body without its boundary. Empty if the boundary is missing or too long, or occurs anywhere else than on a separate line:
     * parsers disagree about such bodies, so they are compared by their bytes.
     */
    static Optional<Fingerprint> fingerprint(String boundary, byte[] body) {
        if (boundary.isEmpty() || boundary.length() > LONGEST_BOUNDARY) {
            return Optional.empty();
        }
        String text = new String(body, StandardCharsets.ISO_8859_1);
        String delimiter = "--" + boundary;
        List<String> pieces = new ArrayList<>();
        int from = 0;
        for (int at = text.indexOf(delimiter); at >= 0; at = text.indexOf(delimiter, from)) {
            if (!isLine(text, at, at + delimiter.length())) {
                return Optional.empty();
            }
            pieces.add(text.substring(from, at));
            from = at + delimiter.length();
        }
        pieces.add(text.substring(from));
        return pieces.size() == 1 ? Optional.empty() : Optional.of(Fingerprint.ofParts(pieces.toArray(String[]::new)));
    }

    /** Returns whether a delimiter starts a line, and only the dashes that end the body and padding follow it there. */
    private static boolean isLine(String text, int start, int end) {
        if (start != 0 && !text.startsWith("\r\n", start - 2)) {
            return false;
        }
        int at = text.startsWith("--", end) ? end + 2 : end;
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        return at == text.length() || text.startsWith("\r\n", at);
    }
}
