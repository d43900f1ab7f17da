package dev.semel.http;

import java.util.Objects;

/**
 * One header of an answer. Several of one name stay several.
 *
 * @param name as it was set; upper and lower case are the same
 * @param value without line breaks
 */
public record Header(String name, String value) {
    public Header {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(value, "value");
    }

    /** Never the value: it may be a secret. */
    @Override
    public String toString() {
        return name;
    }
}
