package dev.semel.http;

import dev.semel.Codec;
import dev.semel.Context;
import dev.semel.Fingerprint;
import dev.semel.http.path.PathPattern;
import dev.semel.jackson.JsonFingerprinter;
import dev.semel.jackson.JsonKey;
import dev.semel.jackson.Redaction;
import dev.semel.policy.Policies;
import dev.semel.policy.Policy;
import dev.semel.policy.Reconciler;
import dev.semel.session.Sessions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The rules for guarding the requests to a path. Build one with {@link #builder} and add it to a guard with {@link
 * HttpGuard.Builder#route}, which checks it. {@link RouteBuilder} describes each setting and its default. Immutable.
 */
public final class Route {
    private static final Duration REFUSAL_RETENTION = Duration.ofHours(1);

    private final String operation;
    private final String path;
    private final boolean slashMatters;
    private final Set<String> methods;
    private final String header;
    private final @Nullable JsonKey keyInBody;
    private final @Nullable BiFunction<Exchange, byte[], @Nullable String> keyFunction;
    private final @Nullable BiFunction<Exchange, byte[], Fingerprint> fingerprintFunction;
    private final @Nullable BiPredicate<Exchange, byte[]> verification;
    private final @Nullable BiPredicate<Exchange, byte[]> replayCheck;
    private final boolean anonymousAllowed;
    private final @Nullable Function<Exchange, String> scope;
    private final boolean rawFingerprint;
    private final List<String> leftOut;
    private final List<String> comparedOnly;
    private final List<String> countedHeaders;
    private final int statusOfOtherRequest;
    private final int mostWaiting;
    private final Predicate<Answer> stored;
    private final List<String> moreHeaders;
    private final List<String> redacted;
    private final List<String> redactedHeaders;
    private final UnaryOperator<Answer> beforeStoring;
    private final @Nullable BiFunction<Exchange, Answer, Answer> onReplay;
    private final int mostRequestBytes;
    private final int mostAnswerBytes;
    private final Policy policy;
    private final Dialogue dialogue;
    private final @Nullable Duration refusalRetention;
    private final @Nullable Reconciler<Answer> reconciler;
    private final @Nullable Sessions<? extends Context> sessions;
    private final @Nullable RequestQuota quota;

    Route(RouteBuilder choices) {
        operation = choices.operation;
        path = choices.path;
        slashMatters = choices.slashMatters;
        methods = choices.methods;
        header = choices.header;
        keyInBody = choices.keyInBody;
        keyFunction = choices.keyFunction;
        fingerprintFunction = choices.fingerprintFunction;
        verification = choices.verification;
        replayCheck = choices.replayCheck;
        anonymousAllowed = choices.anonymousAllowed;
        scope = choices.scope;
        rawFingerprint = choices.rawFingerprint;
        leftOut = choices.leftOut;
        comparedOnly = choices.comparedOnly;
        countedHeaders = choices.countedHeaders;
        statusOfOtherRequest = choices.statusOfOtherRequest;
        mostWaiting = choices.mostWaiting;
        stored = choices.stored;
        moreHeaders = choices.moreHeaders;
        redacted = choices.redacted;
        redactedHeaders = choices.redactedHeaders;
        beforeStoring = choices.beforeStoring;
        onReplay = choices.onReplay;
        mostRequestBytes = choices.mostRequestBytes;
        mostAnswerBytes = choices.mostAnswerBytes;
        policy = choices.policy;
        dialogue = choices.dialogue;
        refusalRetention = choices.refusalRetention;
        reconciler = choices.reconciler;
        sessions = choices.sessions;
        quota = choices.quota;
    }

    /**
     * Returns a builder of a route.
     *
     * @param path the path, such as {@code /payments/{id}/refunds}; {@code *} and {@code {name}} match one segment, and {@code **} at the
     *     end matches any number of segments
     * @param operation the name of the operation, such as {@code payments.refund}
     */
    public static RouteBuilder builder(String path, String operation) {
        return new RouteBuilder(path, operation);
    }

    /** Returns the name of the operation. */
    public String operation() {
        return operation;
    }

    /** Returns the pattern of the path. */
    public String path() {
        return path;
    }

    /** Returns whether a trailing slash makes a different path. */
    public boolean trailingSlashMatters() {
        return slashMatters;
    }

    /** Returns the guarded methods, in upper case. */
    public Set<String> methods() {
        return methods;
    }

    /** Returns the name of the header that contains the key. */
    public String keyHeader() {
        return header;
    }

    /** Returns where the JSON body contains the key, or {@code null} if a header does. */
    public @Nullable JsonKey keyInBody() {
        return keyInBody;
    }

    /** Returns the function that computes the key, or {@code null} if there is none. */
    public @Nullable BiFunction<Exchange, byte[], @Nullable String> keyFunction() {
        return keyFunction;
    }

    /** Returns the function that computes the fingerprint, or {@code null} if there is none. */
    public @Nullable BiFunction<Exchange, byte[], Fingerprint> fingerprintFunction() {
        return fingerprintFunction;
    }

    /** Returns whether a request without a key is refused. */
    public boolean keyRequired() {
        return policy.withoutKey() instanceof Policies.Refuse;
    }

    /** Returns the check of a request's sender, or {@code null} if there is none. */
    public @Nullable BiPredicate<Exchange, byte[]> verification() {
        return verification;
    }

    /** Returns the check before a replay, or {@code null} if there is none. */
    public @Nullable BiPredicate<Exchange, byte[]> replayCheck() {
        return replayCheck;
    }

    /** Returns whether requests without a principal are accepted where callers are authenticated. */
    public boolean allowsAnonymous() {
        return anonymousAllowed;
    }

    /** Returns the scope of a request: its principal, method and path, unless the route computes a different one. */
    public String scopeOf(Exchange exchange) {
        return scope == null
                ? Scopes.of(exchange.principal(), exchange.method(), exchange.path())
                : scope.apply(exchange);
    }

    /** Returns whether JSON and multipart bodies are compared by their bytes. */
    public boolean comparesRawBodies() {
        return rawFingerprint;
    }

    /** Returns the JSON Pointers of the fields that do not count in a fingerprint. */
    public List<String> leftOut() {
        return leftOut;
    }

    /** Returns the JSON Pointers of the fields that alone count in a fingerprint; empty if all count. */
    public List<String> comparedOnly() {
        return comparedOnly;
    }

    /** Returns the names of the headers that count in a fingerprint. */
    public List<String> countedHeaders() {
        return countedHeaders;
    }

    /** Returns the status for a different request under the same key. */
    public int statusOfOtherRequest() {
        return statusOfOtherRequest;
    }

    /** Returns how many duplicates may wait at a time. */
    public int maxWaiting() {
        return mostWaiting;
    }

    /** Returns whether an answer is stored, by the rules of the route and the choice of the application. */
    public boolean stores(Answer answer) {
        return answer.mayBeStored() && stored.test(answer);
    }

    /** Returns the codec that stores the answers of this route. It refuses a body that is larger than the {@linkplain #answerLimit limit}. */
    public Codec<Answer> codec() {
        // In transactions an answer that is too large is replaced before it is encoded.
        int most = sessions == null ? mostAnswerBytes : Integer.MAX_VALUE;
        Redaction members = redacted.isEmpty() ? null : Redaction.of(redacted.toArray(String[]::new));
        List<String> headers = redactedHeaders.stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .toList();
        return new AnswerCodec(
                new ReplayedHeaders(moreHeaders), most, new AnswerCodec.Cleaning(beforeStoring, members, headers));
    }

    /** Returns the function that makes the answer of a replay, or {@code null} if the stored one is sent. */
    public @Nullable BiFunction<Exchange, Answer, Answer> onReplay() {
        return onReplay;
    }

    /** Returns the largest body of a request that is accepted, in bytes. */
    public int requestLimit() {
        return mostRequestBytes;
    }

    /** Returns the largest body of an answer that is stored, in bytes. */
    public int answerLimit() {
        return mostAnswerBytes;
    }

    /** Returns the policy of the operation, with the settings that were chosen. */
    public Policy policy() {
        return policy;
    }

    /** Returns the dialogue of the route, with the settings that were chosen for it. */
    public Dialogue dialogue() {
        return dialogue;
    }

    /** Returns how long an answer is replayed. */
    public Duration retentionOf(Answer answer) {
        if (!Statuses.isRefusal(answer.status())) {
            return policy.retention();
        }
        return refusalRetention == null ? REFUSAL_RETENTION : refusalRetention;
    }

    /** Returns the reconciler that is asked after an abandonment, or {@code null} if there is none. */
    public @Nullable Reconciler<Answer> reconciler() {
        return reconciler;
    }

    /** Returns the transactions that the requests run in, or {@code null} if they run under a lease. */
    public @Nullable Sessions<? extends Context> sessions() {
        return sessions;
    }

    /** Returns the quota of the route, or {@code null} if there is none. */
    public @Nullable RequestQuota quota() {
        return quota;
    }

    /**
     * Returns the errors of the settings, apart from those that the operation itself reports, by the names of the settings as
     * properties write them, such as {@code refusal-retention}. {@link HttpGuard.Builder#build()} refuses a route that has any.
     */
    public Map<String, String> problems() {
        Map<String, String> found = new LinkedHashMap<>();
        dialogue.problems().forEach((setting, problem) -> found.put("dialogue." + setting, problem));
        PathPattern.problemWith(path).ifPresent(problem -> found.put("path", problem));
        if (methods.isEmpty()) {
            found.put("methods", "it has no methods; name at least one");
        }
        if (!Set.of(400, 409, 422).contains(statusOfOtherRequest)) {
            found.put(
                    "status-of-other-request",
                    "the status for another request is " + statusOfOtherRequest + "; it must be 400, 409 or 422");
        }
        if (mostRequestBytes < 0 || mostAnswerBytes < 0) {
            found.put(mostRequestBytes < 0 ? "max-request" : "max-answer", "a limit is negative; must be 0 or more");
        }
        if (mostWaiting < 0) {
            found.put("max-waiting", "maxWaiting is " + mostWaiting + "; must be 0 or more");
        }
        if (refusalRetention != null && (refusalRetention.isNegative() || refusalRetention.isZero())) {
            found.put("refusal-retention", "the refusal retention is " + refusalRetention + "; it must be positive");
        }
        if (policy.withoutStore() instanceof Policies.RunUnprotected && sessions != null) {
            found.put("fail-open", "failOpen() cannot be combined with runningIn(...)");
        }
        if (sessions != null && !sessions.holdByTransaction()) {
            found.put(
                    "transactional",
                    "it runs in sessions that hold no transaction; leave runningIn out, since it runs under a lease by default");
        }
        checkPointers("redacting", redacted, Redaction::of, found);
        checkPointers("leaving-out", leftOut, JsonFingerprinter.standard()::leavingOut, found);
        checkPointers("comparing-only", comparedOnly, JsonFingerprinter.standard()::comparingOnly, found);
        if (keyInBody != null && keyFunction != null) {
            found.put("key-in-body", "keyInBody(...) cannot be combined with keyOf(...)");
        }
        if (!comparedOnly.isEmpty() && (!leftOut.isEmpty() || rawFingerprint)) {
            found.put(
                    "comparing-only",
                    "comparingOnly(...) cannot be combined with leavingOut(...) or compareRawBodies()");
        }
        if (quota != null) {
            quota.problem().ifPresent(problem -> found.put("quota", problem));
        }
        if (countedHeaders.stream().anyMatch(String::isBlank)) {
            found.put("counting-headers", "the name of a counted header is blank");
        }
        moreHeaders.stream()
                .filter(ReplayedHeaders::isForbidden)
                .findFirst()
                .ifPresent(name -> found.put("replayed-headers", "the header " + name + " cannot be replayed"));
        return found;
    }

    private static void checkPointers(
            String setting, List<String> pointers, Function<String[], ?> reading, Map<String, String> found) {
        try {
            Object unused = pointers.isEmpty() ? "" : reading.apply(pointers.toArray(String[]::new));
        } catch (IllegalArgumentException e) {
            found.put(setting, String.valueOf(e.getMessage()));
        }
    }
}
