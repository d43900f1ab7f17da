package dev.semel.http.request;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The {@code Content-Type} of a request in canonical form: names in lower case, parameters in the order of their names. A value that cannot be parsed
 * remains unchanged.
 */
final class MediaType {
    private final String text;
    private final TreeMap<String, String> parameters = new TreeMap<>();
    private String type = "";
    private boolean wellFormed = true;
    private int at;

    private MediaType(String text) {
        this.text = text;
    }

    static MediaType of(List<String> lines) {
        MediaType parsed = new MediaType(String.join("\n", lines).strip());
        parsed.wellFormed = lines.size() <= 1;
        parsed.type = parsed.until(";").strip().toLowerCase(Locale.ROOT);
        while (parsed.at < parsed.text.length()) {
            parsed.at++;
            parsed.readParameter();
        }
        return parsed;
    }

    private void readParameter() {
        String name = until("=;").strip().toLowerCase(Locale.ROOT);
        boolean hasValue = at < text.length() && text.charAt(at) == '=';
        if (!hasValue) {
            wellFormed &= name.isEmpty();
            return;
        }
        at++;
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
        boolean quoted = at < text.length() && text.charAt(at) == '"';
        String value = quoted ? quoted() : until(";").strip();
        boolean first = parameters.put(name, name.equals("charset") ? value.toLowerCase(Locale.ROOT) : value) == null;
        wellFormed &= first && !name.isEmpty();
    }

    private String until(String ends) {
        int start = at;
        while (at < text.length() && ends.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(start, at);
    }

    private String quoted() {
        StringBuilder value = new StringBuilder();
        for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
            at += text.charAt(at) == '\\' && at + 1 < text.length() ? 1 : 0;
            value.append(text.charAt(at));
        }
        wellFormed &= at < text.length();
        at = Math.min(at + 1, text.length());
        wellFormed &= until(";").isBlank();
        return value.toString();
    }

    boolean isJson() {
        return wellFormed && (type.equals("application/json") || type.endsWith("+json"));
    }

    boolean isMultipart() {
        return wellFormed && type.startsWith("multipart/");
    }

    String parameter(String name) {
        return parameters.getOrDefault(name, "");
    }

    /** Returns the canonical form without one parameter, which does not count. */
    String without(String name) {
        if (!wellFormed) {
            return text;
        }
        StringBuilder written = new StringBuilder(type);
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            if (!parameter.getKey().equals(name)) {
                written.append(';')
                        .append(parameter.getKey())
                        .append("=\"")
                        .append(parameter.getValue().replace("\\", "\\\\").replace("\"", "\\\""))
                        .append('"');
            }
        }
        return written.toString();
    }

    @Override
    public String toString() {
        return without("");
    }
}
