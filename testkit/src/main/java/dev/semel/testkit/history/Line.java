package dev.semel.testkit.history;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A line of a journal: a flat JSON object of texts and whole numbers that keeps their order. */
public final class Line {
    /** Names and values in turn: compact, since a run has many lines. */
    private final String[] parts;

    private Line(String[] parts) {
        this.parts = parts;
    }

    /** Returns a line of names and values in turn. A value that is {@code null} is left out with its name. */
    public static Line of(@Nullable Object... namesAndValues) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            if (namesAndValues[i + 1] != null) {
                parts.add(String.valueOf(namesAndValues[i]).intern());
                parts.add(String.valueOf(namesAndValues[i + 1]));
            }
        }
        return new Line(parts.toArray(String[]::new));
    }

    /**
     * Parses a line that {@link #json()} wrote.
     *
     * @throws IllegalArgumentException if the text is not such a line
     */
    public static Line parse(String json) {
        Reading reading = new Reading(json);
        List<String> parts = new ArrayList<>();
        reading.expect('{');
        while (!reading.skip('}')) {
            parts.add(reading.text().intern());
            reading.expect(':');
            parts.add(reading.value());
            reading.skip(',');
        }
        return new Line(parts.toArray(String[]::new));
    }

    /** Returns the value with this name, or {@code null} if there is none. */
    public @Nullable String find(String name) {
        for (int i = 0; i < parts.length; i += 2) {
            if (parts[i].equals(name)) {
                return parts[i + 1];
            }
        }
        return null;
    }

    /** Returns the value with this name, which must be present. */
    public String text(String name) {
        String value = find(name);
        if (value == null) {
            throw new IllegalArgumentException("no " + name + " in the line " + json());
        }
        return value;
    }

    /** Returns the number with this name, which must be present. */
    public long number(String name) {
        return Long.parseLong(text(name));
    }

    /** Returns the line as JSON. */
    public String json() {
        StringBuilder json = new StringBuilder(160).append('{');
        for (int i = 0; i < parts.length; i += 2) {
            json.append(i == 0 ? "" : ",");
            quote(json, parts[i]);
            json.append(':');
            if (isNumber(parts[i + 1])) {
                json.append(parts[i + 1]);
            } else {
                quote(json, parts[i + 1]);
            }
        }
        return json.append('}').toString();
    }

    private static boolean isNumber(String value) {
        int digits = value.startsWith("-") ? value.length() - 1 : value.length();
        boolean plain = value.chars().skip(value.length() - digits).allMatch(c -> c >= '0' && c <= '9');
        return digits > 0 && digits < 19 && plain && (digits == 1 || value.charAt(value.length() - digits) != '0');
    }

    private static void quote(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ') {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }

    /** A position in a text that is being parsed. */
    private static final class Reading {
        private final String json;
        private int at;

        Reading(String json) {
            this.json = json;
        }

        void expect(char wanted) {
            if (!skip(wanted)) {
                throw new IllegalArgumentException("expected " + wanted + " at " + at + " of: " + json);
            }
        }

        boolean skip(char wanted) {
            boolean found = at < json.length() && json.charAt(at) == wanted;
            at += found ? 1 : 0;
            return found;
        }

        String value() {
            if (at < json.length() && json.charAt(at) == '"') {
                return text();
            }
            int start = at;
            while (at < json.length() && json.charAt(at) != ',' && json.charAt(at) != '}') {
                at++;
            }
            return json.substring(start, at);
        }

        String text() {
            expect('"');
            StringBuilder text = new StringBuilder();
            while (!skip('"')) {
                if (at >= json.length()) {
                    throw new IllegalArgumentException("unterminated text in: " + json);
                }
                text.append(skip('\\') ? escaped() : json.charAt(at++));
            }
            return text.toString();
        }

        private char escaped() {
            char c = json.charAt(at++);
            if (c != 'u') {
                return c;
            }
            at += 4;
            return (char) Integer.parseInt(json.substring(at - 4, at), 16);
        }
    }
}
