package dev.semel.demo;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/** Who is asking: what the header {@code X-Api-Key} says, or {@code guest}. A real service would check it. */
final class Caller {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private Caller() {}

    /**
     * The caller of a request.
     *
     * @throws Problem if the header can't be used
     */
    static String of(HttpServletRequest request) {
        List<String> sent = Collections.list(request.getHeaders("X-Api-Key"));
        if (sent.isEmpty()) {
            return "guest";
        }
        if (sent.size() > 1 || !NAME.matcher(sent.get(0)).matches()) {
            throw Problem.of(
                    400,
                    "The header X-Api-Key can't be used",
                    "X-Api-Key must be sent once at most, with 1 to 64 letters, digits and -_. characters.");
        }
        return sent.get(0);
    }
}
