package dev.semel.torture.http;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A whole answer.
 *
 * @param status of it
 * @param headers by their names in lower case
 * @param body of it
 */
public record Received(int status, Map<String, String> headers, String body) {

    /** Reads an answer; {@code null} if it breaks off. */
    static @Nullable Received of(String text) {
        int end = text.indexOf("\r\n\r\n");
        if (end < 0 || !text.startsWith("HTTP/1.1 ")) {
            return null;
        }
        String[] lines = text.substring(0, end).split("\r\n", -1);
        Map<String, String> headers = new HashMap<>();
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            headers.put(
                    lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
                    lines[i].substring(colon + 1).strip());
        }
        String body = body(text.substring(end + 4), headers);
        return body == null ? null : new Received(Integer.parseInt(lines[0].substring(9, 12)), headers, body);
    }

    /** Reads a body. One with neither length nor chunks cannot be distinguished from one that breaks off. */
    private static @Nullable String body(String rest, Map<String, String> headers) {
        String length = headers.get("content-length");
        if (length != null) {
            int wanted = Integer.parseInt(length);
            return rest.length() < wanted ? null : rest.substring(0, wanted);
        }
        return "chunked".equals(headers.get("transfer-encoding")) ? joined(rest) : null;
    }

    private static @Nullable String joined(String chunks) {
        StringBuilder body = new StringBuilder();
        int at = 0;
        while (true) {
            int line = chunks.indexOf("\r\n", at);
            if (line < 0) {
                return null;
            }
            int size = Integer.parseInt(chunks.substring(at, line), 16);
            int from = line + 2;
            if (size == 0) {
                return chunks.startsWith("\r\n", from) ? body.toString() : null;
            } else if (from + size + 2 > chunks.length()) {
                return null;
            }
            body.append(chunks, from, from + size);
            at = from + size + 2;
        }
    }

    /** Returns a header; {@code null} if there is none. */
    public @Nullable String header(String name) {
        return headers.get(name.toLowerCase(Locale.ROOT));
    }

    /** Returns whether it was marked as a replay. */
    public boolean isReplay() {
        return "true".equals(header(Flaw.REPLAYED));
    }
}
