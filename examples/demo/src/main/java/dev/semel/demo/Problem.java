package dev.semel.demo;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Ends a request with a problem document (RFC 9457). */
final class Problem extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String title;
    private final @Nullable String field;

    private Problem(int status, String title, String detail, @Nullable String field) {
        super(detail);
        this.status = status;
        this.title = title;
        this.field = field;
    }

    static Problem of(int status, String title, String detail) {
        return new Problem(status, title, detail, null);
    }

    /** The body is wrong at a field. */
    static Problem inField(String field, String expected) {
        return new Problem(400, "The body can't be used", "The field " + field + " must be " + expected + ".", field);
    }

    int status() {
        return status;
    }

    Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("type", "about:blank");
        document.put("title", title);
        document.put("status", status);
        document.put("detail", String.valueOf(getMessage()));
        if (field != null) {
            document.put("field", field);
        }
        return document;
    }
}
