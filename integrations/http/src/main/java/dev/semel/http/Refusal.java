package dev.semel.http;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A problem that a caller is about to get, before {@link Dialogue#answer} writes it. It never contains a key, a payload or anything from the store.
 *
 * @param problem the problem
 * @param status the status code of the answer
 * @param detail what the caller can do, in one or two sentences
 * @param retryAfter when the request may be sent again, if the problem says so itself; {@code null} for the time of the dialogue
 * @param members further members of a document, such as the policies of a quota
 */
public record Refusal(
        Problem problem,
        int status,
        String detail,
        @Nullable Duration retryAfter,
        Map<String, List<String>> members) {

    /** Rejects {@code null}, and copies the members in their order. */
    public Refusal {
        Objects.requireNonNull(problem, "problem");
        Objects.requireNonNull(detail, "detail");
        members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }

    /** Returns the same refusal with another status. */
    public Refusal status(int other) {
        return new Refusal(problem, other, detail, retryAfter, members);
    }

    /** Returns the same refusal with its own time for {@code Retry-After}. */
    public Refusal retryAfter(Duration wait) {
        return new Refusal(problem, status, detail, wait, members);
    }

    /** Returns the same refusal with another member. */
    public Refusal with(String member, List<String> values) {
        Map<String, List<String>> more = new LinkedHashMap<>(members);
        more.put(member, List.copyOf(values));
        return new Refusal(problem, status, detail, retryAfter, more);
    }
}
