package dev.semel.servlet.response;

import dev.semel.http.Answer;
import dev.semel.http.Header;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Sends complete answers. */
public final class Sending {

    private Sending() {}

    /** Sends a complete answer: a replay, or a problem document. */
    public static void send(Answer answer, HttpServletResponse response) throws IOException {
        response.setStatus(answer.status());
        Set<String> seen = new HashSet<>();
        // Outer filters may have set more values of these, which remain.
        seen.add("vary");
        seen.add("access-control-expose-headers");
        for (Header header : answer.headers()) {
            String name = header.name().toLowerCase(Locale.ROOT);
            if (name.equals("content-type")) {
                response.setContentType(header.value());
            } else if (seen.add(name)) {
                response.setHeader(header.name(), header.value());
            } else {
                response.addHeader(header.name(), header.value());
            }
        }
        body(answer, response);
    }

    static void body(Answer answer, HttpServletResponse response) throws IOException {
        if (answer.body().length > 0) {
            response.setContentLength(answer.body().length);
            response.getOutputStream().write(answer.body());
        } else if (answer.status() >= 200 && answer.status() != 204 && answer.status() != 304) {
            response.setContentLength(0);
        }
    }
}
