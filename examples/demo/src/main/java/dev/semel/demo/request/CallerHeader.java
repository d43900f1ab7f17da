package dev.semel.demo.request;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/** The caller of a request: the header {@code X-Api-Key}, or {@code guest} without it. A real service would authenticate it. */
public final class CallerHeader {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private CallerHeader() {}

    /**
     * Returns the caller of a request.
     *
     * @throws RequestProblem if the header is not valid
     */
    public static String of(HttpServletRequest request) {
        List<String> sent = Collections.list(request.getHeaders("X-Api-Key"));
        if (sent.isEmpty()) {
            return "guest";
        }
        if (sent.size() > 1 || !NAME.matcher(sent.get(0)).matches()) {
            throw RequestProblem.of(
                    400,
                    "The header X-Api-Key is not valid",
                    "X-Api-Key must be sent at most once, with 1 to 64 characters: letters, digits, hyphen, underscore and dot.");
        }
        return sent.get(0);
    }
}
