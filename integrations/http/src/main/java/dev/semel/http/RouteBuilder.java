package dev.semel.http;

import dev.semel.AfterAbandonment;
import dev.semel.Context;
import dev.semel.Policies;
import dev.semel.Policy;
import dev.semel.Reconciler;
import dev.semel.WhileRunning;
import dev.semel.jackson.JsonKey;
import dev.semel.session.Sessions;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Describes a {@link Route}. Get one from {@link Route#builder}. How its operation behaves is a {@link Policy}: set it as a whole, or setting by setting. */
public final class RouteBuilder {
    final String operation;
    final String path;
    boolean slashMatters;
    Set<String> methods = Set.of("POST", "PATCH");
    String header = "Idempotency-Key";

    @Nullable
    JsonKey keyInBody;

    @Nullable
    BiPredicate<Exchange, byte[]> verification;

    @Nullable
    BiPredicate<Exchange, byte[]> replayCheck;

    boolean anonymousAllowed;

    @Nullable
    Function<Exchange, String> scope;

    boolean rawFingerprint;
    List<String> leftOut = List.of();
    List<String> countedHeaders = List.of();
    int statusOfOtherRequest = Problem.OTHER_REQUEST.status();
    int mostWaiting = 1000;
    Predicate<Answer> stored = answer -> Statuses.isStored(answer.status());
    List<String> moreHeaders = List.of();
    int mostRequestBytes = 1 << 20;
    int mostAnswerBytes = 1 << 20;
    Policy policy = Policy.DEFAULT;

    @Nullable
    Duration refusalRetention;

    @Nullable
    Reconciler<Answer> reconciler;

    @Nullable
    Sessions<? extends Context> sessions;

    @Nullable
    RouteQuota quota;

    RouteBuilder(String path, String operation) {
        this.operation = Objects.requireNonNull(operation, "operation");
        this.path = Objects.requireNonNull(path, "path");
    }

    /**
     * Distinguishes {@code /payments/} from {@code /payments}: the route is then for the one that its path is written as. By default a slash at
     * the end makes no difference, neither to the route nor to scope and fingerprint. Choose it only if the application has another endpoint
     * there, or none.
     */
    public RouteBuilder trailingSlashMatters() {
        slashMatters = true;
        return this;
    }

    /** POST and PATCH by default. */
    public RouteBuilder methods(String... names) {
        methods = List.of(names).stream()
                .map(name -> name.toUpperCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
        return this;
    }

    /** {@code Idempotency-Key} by default. Which header holds the key. */
    public RouteBuilder keyHeader(String name) {
        header = Objects.requireNonNull(name, "name");
        return this;
    }

    /** The header by default. Takes the key from the JSON body instead, such as {@code JsonKey.at("/id")}. */
    public RouteBuilder keyInBody(JsonKey place) {
        keyInBody = Objects.requireNonNull(place, "place");
        return this;
    }

    /** Required by default: 400 without a key. Lets requests without a key through, untouched and unguarded. */
    public RouteBuilder keyOptional() {
        return set(policy.withoutKey(Policies.runUnprotected()));
    }

    /**
     * Accepts requests without a principal where the application authenticates its callers. By default such a request gets 401. All
     * anonymous callers share one scope: one that sends another's key gets that one's answer. Their keys must be hard to guess, with at least
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
     * Asks whether a caller may get a stored answer. By default every caller in the record's scope gets it, although the application, which would check
     * permissions, does not run. A caller that is refused gets 403 {@code replay-refused}, and the record stays as it is. May block. It may run on
     * another thread than the request's, if the request had to wait, so take what it needs from the exchange. What it throws fails the request.
     *
     * @param check takes the request and the bytes of its body; true lets the replay through
     */
    public RouteBuilder beforeReplay(BiPredicate<Exchange, byte[]> check) {
        replayCheck = Objects.requireNonNull(check, "check");
        return this;
    }

    /** Principal, method and path by default. On whose behalf a request is made. */
    public RouteBuilder scope(Function<Exchange, String> choice) {
        scope = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /** Canonical JSON by default, where the body is JSON. Compares the bytes of the body as they were sent. */
    public RouteBuilder compareRawBodies() {
        rawFingerprint = true;
        return this;
    }

    /** None by default. Places in a JSON body that may differ between a request and its retry, as JSON Pointers. */
    public RouteBuilder leavingOut(String... jsonPointers) {
        leftOut = List.of(jsonPointers);
        return this;
    }

    /**
     * Adds headers to what is compared: a request under the same key whose values of them differ is another request, and gets 422. None by default, apart
     * from the media type of the body, which always counts. Name only headers that a client sends again unchanged and that no proxy rewrites.
     */
    public RouteBuilder countingHeaders(String... names) {
        countedHeaders = List.of(names);
        return this;
    }

    /** 422 by default; 400 and 409 can be chosen. What another request under the same key gets. */
    public RouteBuilder statusOfOtherRequest(int status) {
        statusOfOtherRequest = status;
        return this;
    }

    /**
     * Sets what a policy sets. What is unset there stays as it is. A route ignores {@code after-failure}: {@link #storing} says which answers end a
     * request.
     */
    public RouteBuilder policy(Policy choice) {
        return set(choice.over(policy));
    }

    private RouteBuilder set(Policy changed) {
        policy = changed;
        return this;
    }

    /**
     * {@link Policies#refuse()} by default: 409 with {@code Retry-After}. With {@link Policies#waitUpTo} a duplicate gets the first request's answer if
     * it comes in time, and else 409; with {@link Policies#accept()} it gets 202 with the {@code Location} of the status address.
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
     * Below 500 by default, except 401, 403, 408, 425 and 429. Which answers are stored; after any other the next request runs. An answer of the
     * 4xx kind that is not stored, other than 408, says that nothing was done: after a first attempt the key is free for any request. After
     * any other answer it is free for the same request only.
     */
    public RouteBuilder storing(Predicate<Answer> choice) {
        stored = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /**
     * Adds headers to replay. None by default, beside the usual ones: those about content, caching and security, and to the same origin those of
     * CORS. Cookies, credentials and what is about one connection can't be replayed.
     */
    public RouteBuilder replayingHeaders(String... names) {
        moreHeaders = List.of(names);
        return this;
    }

    /** 1 MiB each by default. A larger request gets 413; a larger answer goes out once, and its retry is told that it can't be given again. */
    public RouteBuilder limits(int requestBytes, int answerBytes) {
        mostRequestBytes = requestBytes;
        mostAnswerBytes = answerBytes;
        return this;
    }

    /** 503 by default. Runs requests without any protection while the store can't be reached. */
    public RouteBuilder failOpen() {
        return set(policy.withoutStore(Policies.runUnprotected()));
    }

    /** 24 hours by default. How long an answer is replayed; see {@link #refusalRetention} for those that refuse a request. */
    public RouteBuilder retention(Duration choice) {
        return set(policy.retention(choice));
    }

    /**
     * Sets how long a refusal is replayed: an answer of 400, 404, 405, 406, 411, 413, 414, 415, 417, 422, 428 or 431, which says that the
     * request itself was wrong, so that running it again does no harm. Defaults to one hour, or to the {@linkplain #retention retention} if
     * that is shorter, so that requests that count against no quota do not fill the store. Never longer than the retention.
     */
    public RouteBuilder refusalRetention(Duration choice) {
        refusalRetention = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /** 30 seconds by default, renewed while the request is handled. */
    public RouteBuilder lease(Duration choice) {
        return set(policy.lease(choice));
    }

    /** {@link Policies#runAgain()} by default, or {@link Policies#hold()}. For {@link Policies#reconcile()} give a {@link #reconciler}. */
    public RouteBuilder afterAbandonment(AfterAbandonment choice) {
        return set(policy.afterAbandonment(choice));
    }

    /** None by default. Asks a reconciler after an abandonment: sets the policy to {@link Policies#reconcile()} as well. */
    public RouteBuilder reconciler(Reconciler<Answer> choice) {
        reconciler = Objects.requireNonNull(choice, "choice");
        return set(policy.afterAbandonment(Policies.reconcile()));
    }

    /**
     * Sets where the requests keep their records, such as in transactions that hold the business rows as well. Defaults to leases. In transactions
     * the settings for leases and abandonment count for nothing, and the status address can't tell a request that is running from one that is
     * unknown. An answer that is not stored undoes what the request has done.
     */
    public RouteBuilder runningIn(Sessions<? extends Context> choice) {
        sessions = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /**
     * None by default. How many requests are let through for each caller. With a quota, requests without a key on a route that {@linkplain
     * #keyOptional lets them through} are counted as well, and held in memory as all others are.
     */
    public RouteBuilder quota(RouteQuota choice) {
        quota = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /** Makes the route. {@link HttpGuard.Builder#build()} checks it. */
    public Route build() {
        return new Route(this);
    }
}
