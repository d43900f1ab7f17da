package dev.semel.demo.request;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Ends a request with a problem document (RFC 9457). */
public final class RequestProblem extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String title;
    private final @Nullable String field;

    private RequestProblem(int status, String title, String detail, @Nullable String field) {
        super(detail);
        this.status = status;
        this.title = title;
        this.field = field;
    }

    /** Returns a problem with this status, title and detail. */
    public static RequestProblem of(int status, String title, String detail) {
        return new RequestProblem(status, title, detail, null);
    }

    /** Returns the problem of a field of the body that is not valid. */
    static RequestProblem inField(String field, String expected) {
        return new RequestProblem(
                400, "The body is not valid", "The field " + field + " must be " + expected + ".", field);
    }

    /** Returns the status of the response. */
    public int status() {
        return status;
    }

    /** Returns the members of the document. */
    public Map<String, Object> document() {
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
