package dev.semel.demo.request;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/** The key of a request, for the log of effects. Semel has checked it already; {@code abc} and {@code "abc"} are the same key. */
public final class KeyHeader {
    private KeyHeader() {}

    /** Returns the key of a request, or {@code null} if it has none. */
    public static @Nullable String of(HttpServletRequest request) {
        String sent = request.getHeader("Idempotency-Key");
        if (sent == null || !sent.strip().startsWith("\"")) {
            return sent == null ? null : sent.strip().split(";", 2)[0].strip();
        }
        StringBuilder key = new StringBuilder();
        String quoted = sent.strip();
        for (int i = 1; i < quoted.length() && quoted.charAt(i) != '"'; i++) {
            if (quoted.charAt(i) == '\\') {
                i++;
            }
            key.append(quoted.charAt(i));
        }
        return key.toString();
    }
}
