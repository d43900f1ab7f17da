package dev.semel.http;

import dev.semel.Context;
import dev.semel.Fingerprint;
import dev.semel.jackson.JsonKey;
import dev.semel.policy.AfterAbandonment;
import dev.semel.policy.Policies;
import dev.semel.policy.Policy;
import dev.semel.policy.Reconciler;
import dev.semel.policy.WhileRunning;
import dev.semel.session.Sessions;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Builds a {@link Route}; {@link Route#builder} returns one. The behaviour of its operation is a {@link Policy}: set it as a whole, or setting by setting. */
public final class RouteBuilder {
    final String operation;
    final String path;
    boolean slashMatters;
    Set<String> methods = Set.of("POST", "PATCH");
    String header = "Idempotency-Key";

    @Nullable
    JsonKey keyInBody;

    @Nullable
    BiFunction<Exchange, byte[], @Nullable String> keyFunction;

    @Nullable
    BiFunction<Exchange, byte[], Fingerprint> fingerprintFunction;

    @Nullable
    BiPredicate<Exchange, byte[]> verification;

    @Nullable
    BiPredicate<Exchange, byte[]> replayCheck;

    boolean anonymousAllowed;

    @Nullable
    Function<Exchange, String> scope;

    boolean rawFingerprint;
    List<String> leftOut = List.of();
    List<String> comparedOnly = List.of();
    List<String> countedHeaders = List.of();
    int statusOfOtherRequest = Problem.OTHER_REQUEST.status();
    int mostWaiting = 1000;
    Predicate<Answer> stored = answer -> Statuses.isStored(answer.status());
    List<String> moreHeaders = List.of();
    List<String> redacted = List.of();
    List<String> redactedHeaders = List.of();
    UnaryOperator<Answer> beforeStoring = UnaryOperator.identity();

    @Nullable
    BiFunction<Exchange, Answer, Answer> onReplay;

    int mostRequestBytes = 1 << 20;
    int mostAnswerBytes = 1 << 20;
    Policy policy = Policy.DEFAULT;
    Dialogue dialogue = Dialogue.DEFAULT;

    @Nullable
    Duration refusalRetention;

    @Nullable
    Reconciler<Answer> reconciler;

    @Nullable
    Sessions<? extends Context> sessions;

    @Nullable
    RequestQuota quota;

    RouteBuilder(String path, String operation) {
        this.operation = Objects.requireNonNull(operation, "operation");
        this.path = Objects.requireNonNull(path, "path");
    }

    /**
     * Distinguishes {@code /payments/} from {@code /payments}: the route then matches only the form in which its path is written. By default a
     * trailing slash makes no difference to the route, the scope and the fingerprint. Use it only if the application has a different endpoint
     * there, or none.
     */
    public RouteBuilder trailingSlashMatters() {
        slashMatters = true;
        return this;
    }

    /** Sets the guarded methods. Defaults to POST and PATCH. */
    public RouteBuilder methods(String... names) {
        methods = List.of(names).stream()
                .map(name -> name.toUpperCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
        return this;
    }

    /** Sets the header that contains the key. Defaults to {@code Idempotency-Key}. */
    public RouteBuilder keyHeader(String name) {
        header = Objects.requireNonNull(name, "name");
        return this;
    }

    /** Takes the key from the JSON body, such as {@code JsonKey.at("/id")}. By default a header contains it. */
    public RouteBuilder keyInBody(JsonKey place) {
        keyInBody = Objects.requireNonNull(place, "place");
        return this;
    }

    /**
     * Computes the key from a request, such as from several members of its body. By default a header contains it. A request for which the function returns
     * {@code null} has no key. It is called once for each request, after the request was verified. What it throws fails the request, and nothing has run.
     *
     * @param choice takes the request and the bytes of its body, which it must not change; it must not ask the exchange for the body
     */
    public RouteBuilder keyOf(BiFunction<Exchange, byte[], @Nullable String> choice) {
        keyFunction = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /**
     * Computes the fingerprint of a request. By default method, path, query, media type and body count. A request under the same key with another fingerprint is
     * a different request. The function alone decides: settings for the comparison have no effect.
     *
     * @param choice takes the request and the bytes of its body, which it must not change; it must not ask the exchange for the body
     */
    public RouteBuilder fingerprintOf(BiFunction<Exchange, byte[], Fingerprint> choice) {
        fingerprintFunction = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /**
     * Sets the places in a JSON body, as JSON Pointers, that alone count in the comparison. By default all count. Requests that differ elsewhere in their bodies
     * are then equal, so name everything that changes what the request does. A body that is not JSON is compared as a whole.
     */
    public RouteBuilder comparingOnly(String... jsonPointers) {
        comparedOnly = List.of(jsonPointers);
        return this;
    }

    /** Lets requests without a key through, unchanged and unguarded. By default they get 400. */
    public RouteBuilder keyOptional() {
        return set(policy.withoutKey(Policies.runUnprotected()));
    }

    /**
     * Accepts requests without a principal where the application authenticates its callers. By default such a request gets 401. All
     * anonymous callers share one scope: a caller that sends another caller's key gets that caller's answer. Their keys must be hard to guess, with at least
     * 128 random bits, or come from a sender that the application verifies.
     */
    public RouteBuilder allowAnonymous() {
        anonymousAllowed = true;
        return this;
    }

    /**
     * Verifies the sender of a request by its headers and its body, such as the signature of a webhook. None by default. A request that fails gets
     * 401 {@code not-verified}, and touches neither the store nor a quota. The check runs before the store, a quota or the application is asked, on
     * a thread that may block; also for a request that runs without a key. A request that is refused for its path, its caller, its key header or its
     * size is not verified. If the check throws, the request fails, and nothing has run.
     *
     * @param check takes the request and the bytes of its body, which it must not change; it must not ask the exchange for the body
     */
    public RouteBuilder verifying(BiPredicate<Exchange, byte[]> check) {
        verification = Objects.requireNonNull(check, "check");
        return this;
    }

    /**
     * Sets a check whether a caller may get a stored answer. By default every caller in the record's scope gets it, although the application, which would check
     * permissions, does not run. A caller that is refused gets 403 {@code replay-refused}, and the record remains unchanged. The check may block. It may run on
     * a different thread if the request had to wait, so it should use the exchange and not thread-locals. An exception of the check fails the request.
     *
     * @param check takes the request and the bytes of its body; true lets the replay through
     */
    public RouteBuilder beforeReplay(BiPredicate<Exchange, byte[]> check) {
        replayCheck = Objects.requireNonNull(check, "check");
        return this;
    }

    /** Sets the scope of a request. Defaults to its principal, method and path. */
    public RouteBuilder scope(Function<Exchange, String> choice) {
        scope = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /** Compares the bytes of bodies as they were sent. By default JSON is compared in canonical form, and multipart bodies without their boundary. */
    public RouteBuilder compareRawBodies() {
        rawFingerprint = true;
        return this;
    }

    /** Sets the places in a JSON body, as JSON Pointers, that may differ between a request and its retry. None by default. */
    public RouteBuilder leavingOut(String... jsonPointers) {
        leftOut = List.of(jsonPointers);
        return this;
    }

    /**
     * Adds headers to the comparison: a request under the same key with different values is a different request, and gets 422. None by default, apart
     * from the media type of the body, which always counts. Name only headers that clients repeat unchanged and that no proxy rewrites.
     */
    public RouteBuilder countingHeaders(String... names) {
        countedHeaders = List.of(names);
        return this;
    }

    /** Sets the status for a different request under the same key: 422 (the default), 400 or 409. */
    public RouteBuilder statusOfOtherRequest(int status) {
        statusOfOtherRequest = status;
        return this;
    }

    /**
     * Applies the settings of a policy. A setting that is unset in it does not change. A route ignores {@code after-failure}: {@link #storing} chooses the answers that end a
     * request.
     */
    public RouteBuilder policy(Policy choice) {
        return set(choice.over(policy));
    }

    /** Applies a group of settings, such as a profile of the module {@code semel-http-profiles}. Later calls take precedence. */
    public RouteBuilder apply(UnaryOperator<RouteBuilder> settings) {
        return settings.apply(this);
    }

    /** Requires a key. This is the default. */
    public RouteBuilder keyRequired() {
        return set(policy.withoutKey(Policies.refuse()));
    }

    /**
     * Applies the settings of a dialogue, by which the route talks with its callers. A setting that is unset in it does not change. Those that remain unset are
     * taken from the {@linkplain HttpGuard.Builder#dialogue dialogue of the guard}.
     */
    public RouteBuilder dialogue(Dialogue choice) {
        dialogue = choice.over(dialogue);
        return this;
    }

    private RouteBuilder set(Policy changed) {
        policy = changed;
        return this;
    }

    /**
     * Sets what a duplicate gets while the first request is running. Defaults to {@link Policies#refuse()}: 409 with {@code Retry-After}, or {@linkplain
     * Dialogue#statusWhileRunning(int) another status}. With {@link Policies#waitUpTo} it gets the first request's answer if that comes in time, and is refused
     * otherwise. With {@link Policies#accept()} it gets 202 with the {@code Location} of the status address.
     */
    public RouteBuilder whileRunning(WhileRunning choice) {
        return set(policy.whileRunning(choice));
    }

    /**
     * Sets how many duplicates of this route may wait at a time, where they {@linkplain Policies#waitUpTo wait}. Defaults to 1,000. Any further
     * one is answered immediately with 409. Those that block a thread are bounded by {@link HttpGuard.Builder#maxWaitingThreads} as well.
     */
    public RouteBuilder maxWaiting(int count) {
        mostWaiting = count;
        return this;
    }

    /**
     * Chooses the answers that are stored. Defaults to those below 500 except 401, 403, 408, 425 and 429. After any other answer the next request
     * runs. A 4xx that is not stored, other than 408, means that nothing was done: after a first attempt the key is free for any request. After
     * any other answer it is free for the same request only.
     */
    public RouteBuilder storing(Predicate<Answer> choice) {
        stored = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /**
     * Adds headers to replay. By default those about content, caching and security are replayed, and to the same origin those of
     * CORS. Cookies, credentials and headers about one connection cannot be replayed.
     */
    public RouteBuilder replayingHeaders(String... names) {
        moreHeaders = List.of(names);
        return this;
    }

    /**
     * Removes members from JSON bodies before they are stored, such as credentials and signed URLs. None by default. The first caller gets them; every replay is without
     * them, unless {@link #onReplay} makes them again. A body in another media type is stored unchanged. A JSON body that cannot be read, or is compressed, is
     * not stored: a retry gets 409 {@code result-not-kept}.
     *
     * @param jsonPointers JSON Pointers, in which the step {@code *} stands for each member or element; see {@link dev.semel.jackson.Redaction}
     */
    public RouteBuilder redacting(String... jsonPointers) {
        redacted = List.of(jsonPointers);
        return this;
    }

    /** Removes headers before an answer is stored, such as a {@code Location} that is signed. None by default, apart from those that are {@linkplain #replayingHeaders never replayed}. */
    public RouteBuilder redactingHeaders(String... names) {
        redactedHeaders = List.of(names);
        return this;
    }

    /**
     * Changes an answer before it is stored, such as to a reference that {@link #onReplay} resolves. By default all of it is stored. The first caller gets what the
     * application answered. If the function throws, the answer is not stored: a retry gets 409 {@code result-not-kept}; in a transaction the work is undone.
     */
    public RouteBuilder beforeStoring(UnaryOperator<Answer> choice) {
        beforeStoring = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /**
     * Makes the answer of a replay from the stored one, such as with a fresh signed URL. By default the stored answer is sent. The function runs for every replay, after
     * {@link #beforeReplay}, and may block. It may run on a different thread if the request had to wait, so it should use the exchange and not thread-locals. What it
     * throws fails the request, and the record remains unchanged. The application itself does not run.
     *
     * @param choice takes the request and the stored answer
     */
    public RouteBuilder onReplay(BiFunction<Exchange, Answer, Answer> choice) {
        onReplay = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /** Sets the largest bodies of requests and answers. Defaults to 1 MiB each. A larger request gets 413. A larger answer is sent once, and a retry gets 409 {@code result-not-kept}. */
    public RouteBuilder limits(int requestBytes, int answerBytes) {
        mostRequestBytes = requestBytes;
        mostAnswerBytes = answerBytes;
        return this;
    }

    /** Runs requests without any protection while the store is unreachable. By default they get 503. */
    public RouteBuilder failOpen() {
        return set(policy.withoutStore(Policies.runUnprotected()));
    }

    /** Sets how long an answer is replayed. Defaults to 24 hours. See {@link #refusalRetention} for answers that refuse a request. */
    public RouteBuilder retention(Duration choice) {
        return set(policy.retention(choice));
    }

    /**
     * Sets how long a refusal is replayed: an answer of 400, 404, 405, 406, 411, 413, 414, 415, 417, 422, 428 or 431, which means that the
     * request itself was wrong, so that it may run again. Defaults to one hour, or to the {@linkplain #retention retention} if
     * that is shorter, so that requests that count against no quota do not fill the store. Never longer than the retention.
     */
    public RouteBuilder refusalRetention(Duration choice) {
        refusalRetention = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /** Sets the lease, which is renewed while the request is handled. Defaults to 30 seconds. */
    public RouteBuilder lease(Duration choice) {
        return set(policy.lease(choice));
    }

    /** Sets what happens after an abandonment. Defaults to {@link Policies#runAgain()}. {@link Policies#reconcile()} needs a {@link #reconciler}. */
    public RouteBuilder afterAbandonment(AfterAbandonment choice) {
        return set(policy.afterAbandonment(choice));
    }

    /** Sets a reconciler that is asked after an abandonment, and the policy {@link Policies#reconcile()}. None by default. */
    public RouteBuilder reconciler(Reconciler<Answer> choice) {
        reconciler = Objects.requireNonNull(choice, "choice");
        return set(policy.afterAbandonment(Policies.reconcile()));
    }

    /**
     * Sets where the requests keep their records, such as in transactions that hold the business rows as well. Defaults to leases. In transactions
     * the settings for leases and abandonment have no effect, and the status address cannot distinguish a running request from one that is
     * unknown. An answer that is not stored undoes what the request has done.
     */
    public RouteBuilder runningIn(Sessions<? extends Context> choice) {
        sessions = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /**
     * Sets a quota that limits the requests of each caller. None by default. With a quota, requests without a key on a route that {@linkplain
     * #keyOptional lets them through} are counted as well, and held in memory as all others are.
     */
    public RouteBuilder quota(RequestQuota choice) {
        quota = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /** Returns the route. {@link HttpGuard.Builder#build()} checks it. */
    public Route build() {
        return new Route(this);
    }
}
