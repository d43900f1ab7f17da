package dev.semel.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How guarded endpoints talk with their callers. It makes all answers of Semel itself. Set one for all routes with {@link
 * HttpGuard.Builder#dialogue}, and for a route with {@link RouteBuilder#dialogue}. A setting that is not chosen is unset: {@link #over} takes it from
 * another dialogue, and otherwise it has the default that its accessor documents.
 *
 * <pre>{@code
 * Dialogue early = Dialogue.DEFAULT.statusWhileRunning(425).retryAfter(Duration.ofSeconds(2));
 * }</pre>
 *
 * <p>A dialogue can hold values that no guard accepts. They are refused together with all other problems when the guard is built. Immutable.
 */
public final class Dialogue {
    /** The dialogue in which nothing is set. */
    public static final Dialogue DEFAULT = new Dialogue(new EnumMap<>(Setting.class));

    private static final Set<Integer> WHILE_RUNNING = Set.of(409, 422, 425, 429);
    private static final Duration LONGEST = Duration.ofDays(1);

    private final Map<Setting, Object> chosen;

    /** The settings, by the names that properties have. */
    private enum Setting {
        STATUS_WHILE_RUNNING,
        RETRY_AFTER
    }

    private Dialogue(Map<Setting, Object> chosen) {
        this.chosen = chosen;
    }

    private Dialogue with(Setting setting, Object value) {
        return with(Map.of(setting, Objects.requireNonNull(value)));
    }

    private Dialogue with(Map<Setting, ?> more) {
        Map<Setting, Object> all = new EnumMap<>(Setting.class);
        all.putAll(chosen);
        all.putAll(more);
        return new Dialogue(all);
    }

    private <V> V get(Setting setting, V otherwise) {
        @SuppressWarnings("unchecked") // each setter below is the only one for its setting
        @Nullable
        V value = (V) chosen.get(setting);
        return value == null ? otherwise : value;
    }

    /** Returns this dialogue with its unset settings taken from another one. */
    public Dialogue over(Dialogue lower) {
        return lower.with(chosen);
    }

    /**
     * Returns this dialogue with a status for a duplicate while the first request runs: 409, 425, 429 or 422. The duplicate gets it if the route {@linkplain
     * dev.semel.policy.Policies#refuse() refuses}, or if a {@linkplain dev.semel.policy.Policies#waitUpTo wait} ends without an answer.
     */
    public Dialogue statusWhileRunning(int status) {
        return with(Setting.STATUS_WHILE_RUNNING, status);
    }

    /** Returns the status for a duplicate while the first request runs. Defaults to 409. */
    public int statusWhileRunning() {
        return get(Setting.STATUS_WHILE_RUNNING, Problem.IN_PROGRESS.status());
    }

    /** Returns this dialogue with a {@link #retryAfter()}: 1 second to 1 day. Whole seconds are sent, rounded up. */
    public Dialogue retryAfter(Duration wait) {
        return with(Setting.RETRY_AFTER, wait);
    }

    /**
     * Returns the time in {@code Retry-After} of {@linkplain Problem#isRetryable() retryable} problems and of 202. Defaults to 1 second. A
     * refusal by a quota has the time until the reset.
     */
    public Duration retryAfter() {
        return get(Setting.RETRY_AFTER, Problem.RETRY_AFTER);
    }

    /**
     * Returns the errors of the settings, by the names of the settings as properties write them. {@link HttpGuard.Builder#build()} refuses a
     * dialogue that has any.
     */
    public Map<String, String> problems() {
        Map<String, String> found = new LinkedHashMap<>();
        if (!WHILE_RUNNING.contains(statusWhileRunning())) {
            found.put(
                    "status-while-running",
                    "the status while the first request runs is " + statusWhileRunning()
                            + "; it must be 409, 425, 429 or 422; for 202 let the route accept duplicates");
        }
        Duration wait = retryAfter();
        if (wait.compareTo(Duration.ofSeconds(1)) < 0 || wait.compareTo(LONGEST) > 0) {
            found.put("retry-after", "the time for a retry is " + wait + "; it must be between 1s and 1d");
        }
        return found;
    }

    /** Returns the answer to a duplicate while the first request runs. */
    public Answer inProgress(String detail) {
        return answer(Problem.IN_PROGRESS.refusal(detail).status(statusWhileRunning()));
    }

    /**
     * Returns the answer with status 202 to a duplicate while the first request runs. Its body is JSON with the state, the status address and the
     * seconds until a retry.
     *
     * @param address the path of the status address
     */
    public Answer accepted(String address) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("state", "in_progress");
        document.put("statusAddress", address);
        document.put("retryAfter", seconds(retryAfter()));
        return json(202, "application/json", document)
                .with("Retry-After", String.valueOf(seconds(retryAfter())))
                .with("Location", address);
    }

    /** Returns the answer with a problem. */
    public Answer answer(Refusal refusal) {
        Problem problem = refusal.problem();
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("type", problem.type());
        document.put("title", problem.title());
        document.put("status", refusal.status());
        document.put("detail", refusal.detail());
        document.put("retryable", problem.isRetryable());
        refusal.members().forEach((name, values) -> values.forEach(document.putArray(name)::add));
        Answer answer = json(refusal.status(), "application/problem+json", document);
        Duration wait = refusal.retryAfter() == null && problem.isRetryable() ? retryAfter() : refusal.retryAfter();
        return wait == null ? answer : answer.with("Retry-After", String.valueOf(seconds(wait)));
    }

    private static Answer json(int status, String type, ObjectNode document) {
        return Answer.of(
                status,
                List.of(new Header("Content-Type", type), new Header("Cache-Control", "no-store")),
                document.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Returns whole seconds, rounded up, and at least one. */
    private static long seconds(Duration duration) {
        return Math.max(1, duration.plusMillis(999).toSeconds());
    }
}
