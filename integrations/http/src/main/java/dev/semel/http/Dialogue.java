package dev.semel.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * How guarded endpoints talk with their callers. It makes all answers of Semel itself. Set one for all routes with {@link
 * HttpGuard.Builder#dialogue}, and for a route with {@link RouteBuilder#dialogue}. A setting that is not chosen is unset: {@link #over} takes it from
 * another dialogue, and otherwise it has the default that its accessor or setter documents.
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
    private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern URI_REFERENCE = Pattern.compile("[!#-;=?-\\[\\]_a-z~]+");
    private static final Pattern UUID_TEXT =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}");
    private static final int VERSION_AT = 14;

    private final Map<Setting, Object> chosen;

    /** The settings. */
    private enum Setting {
        STATUS_WHILE_RUNNING,
        RETRY_AFTER,
        REPLAY_HEADER,
        MARKS_FIRST,
        EXPIRY_HEADER,
        REPLAYED_MEMBER,
        PROBLEM_TYPES,
        REGISTERED_TYPES,
        DOCUMENTATION,
        ERROR_BODIES,
        UUID_VERSION,
        KEY_LENGTH,
        KEY_PATTERN
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

    private @Nullable String text(Setting setting) {
        return (String) chosen.get(setting);
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

    /** Returns this dialogue with another name of the header that marks replays with {@code true}. Defaults to {@code Idempotency-Replayed}. */
    public Dialogue replayHeader(String name) {
        return with(Setting.REPLAY_HEADER, name);
    }

    /** Returns this dialogue with first answers marked, or not: the header of replays with {@code false}, once the answer is stored. Off by default. */
    public Dialogue marksFirst(boolean choice) {
        return with(Setting.MARKS_FIRST, choice);
    }

    /** Returns this dialogue with a header on stored answers and replays that shows the seconds until the key expires. None by default. */
    public Dialogue expiryHeader(String name) {
        return with(Setting.EXPIRY_HEADER, name);
    }

    /**
     * Returns this dialogue with a member that the JSON object of a replay gets with the value {@code true}. None by default: the body of a replay is
     * byte-identical. What is stored does not have it, and all other bytes are the stored ones, unless the object has
     * the member already and is written again. Compressed bodies and other media types do not get it.
     */
    public Dialogue replayedMember(String name) {
        return with(Setting.REPLAYED_MEMBER, name);
    }

    /** Returns the member that marks replays, or {@code null} if there is none. */
    public @Nullable String replayedMember() {
        return text(Setting.REPLAYED_MEMBER);
    }

    /**
     * Returns this dialogue with another beginning of the {@code type} of problems, such as {@code https://docs.example.com/problems/}, to which a name such as
     * {@code in-progress} is added. Defaults to {@code urn:semel:problem:}.
     */
    public Dialogue problemTypes(String base) {
        return with(Setting.PROBLEM_TYPES, base);
    }

    /** Returns this dialogue with the registered type for {@link Problem#QUOTA_EXCEEDED}, of the draft for {@code RateLimit} fields, or not. Off by default. */
    public Dialogue registeredTypes(boolean choice) {
        return with(Setting.REGISTERED_TYPES, choice);
    }

    /** Returns this dialogue with the address of a document about idempotency, to which all problems get a {@code Link} (rel {@code describedby}). None by default. */
    public Dialogue documentation(String uri) {
        return with(Setting.DOCUMENTATION, uri);
    }

    /**
     * Returns this dialogue with a renderer of errors. Defaults to problem documents (RFC 9457). The function returns status, media type and body; {@code
     * Cache-Control: no-store}, {@code Retry-After} and the link to the documentation are added. What it throws fails the request.
     */
    public Dialogue errorBodies(Function<Refusal, Answer> renderer) {
        return with(Setting.ERROR_BODIES, renderer);
    }

    /** Returns this dialogue with keys that must be UUIDs of any version. By default any key of 1 to 255 bytes is accepted. */
    public Dialogue uuidKeys() {
        return with(Setting.UUID_VERSION, 0);
    }

    /** Returns this dialogue with keys that must be UUIDs of a version from 1 to 8, such as 4 or 7. */
    public Dialogue uuidKeys(int version) {
        return with(Setting.UUID_VERSION, version);
    }

    /** Returns this dialogue with a least number of characters of a key, 1 to 255. */
    public Dialogue keyLength(int least) {
        return with(Setting.KEY_LENGTH, least);
    }

    /**
     * Returns this dialogue with a regular expression that a key as a whole must match. A caller chooses the key, so avoid expressions that backtrack
     * without bound.
     */
    public Dialogue keyPattern(String pattern) {
        try {
            return with(Setting.KEY_PATTERN, Pattern.compile(pattern));
        } catch (PatternSyntaxException e) {
            return with(Setting.KEY_PATTERN, e.getDescription()); // a problem
        }
    }

    /** Returns why a key is not accepted, such as {@code it is not a UUID}. Never repeats the key. */
    public Optional<String> problemWithKey(String key) {
        int version = get(Setting.UUID_VERSION, -1);
        int least = get(Setting.KEY_LENGTH, 0);
        Object expression = chosen.get(Setting.KEY_PATTERN);
        if (version >= 0 && !UUID_TEXT.matcher(key).matches()) {
            return Optional.of("it is not a UUID");
        } else if (version > 0 && key.charAt(VERSION_AT) != '0' + version) {
            return Optional.of("it is not a UUID of version " + version);
        } else if (key.length() < least) {
            return Optional.of("it has less than " + least + " characters");
        }
        return expression instanceof Pattern pattern && !pattern.matcher(key).matches()
                ? Optional.of("it does not match " + pattern)
                : Optional.empty();
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
        checkHeader("replay-header", Setting.REPLAY_HEADER, found);
        checkHeader("expiry-header", Setting.EXPIRY_HEADER, found);
        if (replayHeader().equalsIgnoreCase(get(Setting.EXPIRY_HEADER, ""))) {
            found.put("expiry-header", "it is the header that marks replays; choose another name");
        }
        if (get(Setting.REPLAYED_MEMBER, "replayed").isBlank()) {
            found.put("replayed-member", "its name is blank");
        }
        checkUri("problem-types", get(Setting.PROBLEM_TYPES, "urn:"), ".*:.*", found);
        checkUri("documentation", get(Setting.DOCUMENTATION, "/"), "/.*|.*:.*", found);
        int version = get(Setting.UUID_VERSION, 0);
        if (version < 0 || version > 8) {
            found.put("uuid-keys", "the version of UUIDs is " + version + "; it must be between 1 and 8, or any");
        }
        int least = get(Setting.KEY_LENGTH, 1);
        if (least < 1 || least > 255) {
            found.put("key-length", "the least length of a key is " + least + "; it must be between 1 and 255");
        }
        if (chosen.get(Setting.KEY_PATTERN) instanceof String mistake) {
            found.put("key-pattern", "the pattern of keys is not a regular expression: " + mistake);
        }
        return found;
    }

    private void checkHeader(String setting, Setting name, Map<String, String> found) {
        String value = get(name, "X");
        if (!HEADER_NAME.matcher(value).matches()) {
            found.put(setting, "\"" + value + "\" is not the name of a header");
        }
    }

    private static void checkUri(String setting, String uri, String form, Map<String, String> found) {
        if (!URI_REFERENCE.matcher(uri).matches() || !uri.matches(form)) {
            found.put(setting, "\"" + uri + "\" is not a URI, such as https://docs.example.com/problems/");
        }
    }

    /** Returns the name of the header that marks replays. */
    public String replayHeader() {
        return get(Setting.REPLAY_HEADER, "Idempotency-Replayed");
    }

    /** Returns the headers of a replay. */
    public List<Header> marksOfReplay(Duration untilExpiry) {
        return marks(List.of(new Header(replayHeader(), "true")), untilExpiry);
    }

    /** Returns the headers of a first answer that is stored. */
    public List<Header> marksOfFirst(Duration untilExpiry) {
        boolean isMarked = get(Setting.MARKS_FIRST, false);
        return marks(isMarked ? List.of(new Header(replayHeader(), "false")) : List.of(), untilExpiry);
    }

    private List<Header> marks(List<Header> mark, Duration untilExpiry) {
        String name = text(Setting.EXPIRY_HEADER);
        if (name == null) {
            return mark;
        }
        List<Header> both = new ArrayList<>(mark);
        both.add(new Header(name, String.valueOf(Math.max(0, untilExpiry.toSeconds()))));
        return both;
    }

    /** Returns the answer to a duplicate while the first request runs. */
    public Answer inProgress(String detail) {
        return answer(refusal(Problem.IN_PROGRESS, detail));
    }

    /** Returns a refusal with a problem, and the status that this dialogue has for it. */
    public Refusal refusal(Problem problem, String detail) {
        Refusal refusal = problem.refusal(detail);
        return problem == Problem.IN_PROGRESS ? refusal.status(statusWhileRunning()) : refusal;
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
                .with("Cache-Control", "no-store")
                .with("Retry-After", String.valueOf(seconds(retryAfter())))
                .with("Location", address);
    }

    /** Returns the {@code type} of a problem, such as {@code urn:semel:problem:in-progress}. */
    public String typeOf(Problem problem) {
        String base = text(Setting.PROBLEM_TYPES);
        if (problem == Problem.QUOTA_EXCEEDED && get(Setting.REGISTERED_TYPES, false)) {
            return "https://iana.org/assignments/http-problem-types#quota-exceeded";
        }
        return base == null
                ? problem.type()
                : base + problem.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the answer with a problem. */
    public Answer answer(Refusal refusal) {
        Function<Refusal, Answer> renderer = get(Setting.ERROR_BODIES, this::document);
        boolean isRetryable = refusal.problem().isRetryable();
        Duration wait = refusal.retryAfter() == null && isRetryable ? retryAfter() : refusal.retryAfter();
        Refusal complete = wait == null ? refusal : refusal.retryAfter(Duration.ofSeconds(seconds(wait)));
        Answer answer = renderer.apply(complete).with("Cache-Control", "no-store");
        String documentation = text(Setting.DOCUMENTATION);
        Answer timed = wait == null ? answer : answer.with("Retry-After", String.valueOf(seconds(wait)));
        return documentation == null ? timed : timed.with("Link", "<" + documentation + ">; rel=\"describedby\"");
    }

    /** Returns a problem document. */
    private Answer document(Refusal refusal) {
        Problem problem = refusal.problem();
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("type", typeOf(problem));
        document.put("title", problem.title());
        document.put("status", refusal.status());
        document.put("detail", refusal.detail());
        document.put("retryable", problem.isRetryable());
        refusal.members().forEach((name, values) -> values.forEach(document.putArray(name)::add));
        return json(refusal.status(), "application/problem+json", document);
    }

    private static Answer json(int status, String type, ObjectNode document) {
        Header contentType = new Header("Content-Type", type);
        return Answer.of(status, List.of(contentType), document.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Returns whole seconds, rounded up, and at least one. */
    private static long seconds(Duration duration) {
        return Math.max(1, duration.plusMillis(999).toSeconds());
    }
}
