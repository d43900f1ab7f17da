package dev.semel.http.request;

import dev.semel.Keys;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A parser of the header that contains a key. A structured-field string ({@code "abc"}, RFC 9651) and a bare {@code abc} are the same key.
 * Parameters after it are ignored.
 */
public final class KeyField {
    private final String line;
    private int at;

    /** The content of the header. */
    public sealed interface Reading {
        /** The header is absent. */
        record Missing() implements Reading {}

        /** The header contains a valid key. */
        record Present(String key) implements Reading {}

        /** The header is invalid; {@code why} never repeats its value. */
        record Malformed(String why) implements Reading {}
    }

    private KeyField(String line) {
        this.line = line.strip();
    }

    /** Returns the key in the lines of a header. */
    public static Reading read(List<String> lines) {
        if (lines.isEmpty()) {
            return new Reading.Missing();
        }
        if (lines.size() > 1) {
            return new Reading.Malformed("it was sent " + lines.size() + " times");
        }
        return new KeyField(lines.get(0)).read();
    }

    private Reading read() {
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c < ' ' || c > '~') {
                return new Reading.Malformed("it contains a character that is not printable ASCII");
            }
        }
        String key = line.startsWith("\"") ? quoted() : bare();
        if (key == null) {
            return new Reading.Malformed(
                    "it is neither one quoted string nor one word without spaces, commas and quotes");
        }
        if (key.isEmpty()) {
            return new Reading.Malformed("it is empty");
        }
        if (key.length() > Keys.MAX_BYTES) {
            return new Reading.Malformed("it is longer than " + Keys.MAX_BYTES + " bytes");
        }
        return restIsParameters()
                ? new Reading.Present(key)
                : new Reading.Malformed("the key is followed by something other than parameters");
    }

    private @Nullable String quoted() {
        StringBuilder key = new StringBuilder();
        for (at = 1; at < line.length(); at++) {
            char c = line.charAt(at);
            if (c == '"') {
                at++;
                return key.toString();
            }
            if (c == '\\') {
                at++;
                if (at == line.length() || (line.charAt(at) != '"' && line.charAt(at) != '\\')) {
                    return null;
                }
                c = line.charAt(at);
            }
            key.append(c);
        }
        return null;
    }

    private @Nullable String bare() {
        while (at < line.length() && line.charAt(at) != ';') {
            char c = line.charAt(at);
            if (c == ',' || c == '"' || c == ' ') {
                return null;
            }
            at++;
        }
        return line.substring(0, at);
    }

    private boolean restIsParameters() {
        return at == line.length() || line.charAt(at) == ';';
    }
}
