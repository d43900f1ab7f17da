package dev.semel.http;

import java.util.Objects;

/**
 * A header of an answer. An answer can have several with the same name.
 *
 * @param name the name as it was set; case-insensitive
 * @param value the value, without line breaks
 */
public record Header(String name, String value) {
    public Header {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(value, "value");
    }

    /** Returns the name, never the value, which may be a secret. */
    @Override
    public String toString() {
        return name;
    }
}
