package dev.semel.servlet.request;

import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A header value with parameters, such as {@code form-data; name="a"}. */
final class HeaderValue {
    private final String text;
    private final Map<String, String> parameters = new HashMap<>();
    private int at;
    private String value = "";

    private HeaderValue(String text) {
        this.text = text;
    }

    /** Parses a value. A value that is {@code null} or malformed has no parameters. */
    static HeaderValue of(@Nullable String text) {
        HeaderValue parsed = new HeaderValue(text == null ? "" : text);
        parsed.value = parsed.until(";").strip().toLowerCase(Locale.ROOT);
        while (parsed.at < parsed.text.length()) {
            parsed.at++;
            parsed.readParameter();
        }
        return parsed;
    }

    private void readParameter() {
        String name = until("=;").strip().toLowerCase(Locale.ROOT);
        if (at == text.length() || text.charAt(at) == ';') {
            return;
        }
        at++;
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
        boolean isQuoted = at < text.length() && text.charAt(at) == '"';
        parameters.putIfAbsent(name, isQuoted ? quoted() : until(";").strip());
    }

    private String until(String ends) {
        int start = at;
        while (at < text.length() && ends.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(start, at);
    }

    private String quoted() {
        StringBuilder out = new StringBuilder();
        for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
            boolean escapes = text.charAt(at) == '\\' && at + 1 < text.length() && isEscapable(text.charAt(at + 1));
            at += escapes ? 1 : 0;
            out.append(text.charAt(at));
        }
        until(";");
        return out.toString();
    }

    /** Only these two, since browsers send the backslashes of a path unescaped. */
    private static boolean isEscapable(char c) {
        return c == '"' || c == '\\';
    }

    boolean is(String expected) {
        return value.equals(expected);
    }

    @Nullable
    String parameter(String name) {
        String extended = parameters.get(name + "*");
        String decoded = extended == null ? null : decoded(extended);
        return decoded == null ? parameters.get(name) : decoded;
    }

    /** Decodes an extended value such as {@code UTF-8''na%C3%AFve} (RFC 8187). */
    private static @Nullable String decoded(String extended) {
        String[] parts = extended.split("'", 3);
        try {
            return parts.length < 3 ? null : URLDecoder.decode(parts[2].replace("+", "%2B"), Charset.forName(parts[0]));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Returns the character encoding in the parameter {@code charset}, or UTF-8. */
    Charset charset() {
        String name = parameter("charset");
        try {
            return name == null ? StandardCharsets.UTF_8 : Charset.forName(name);
        } catch (IllegalArgumentException e) {
            return StandardCharsets.UTF_8;
        }
    }
}
