package dev.semel.http;

import dev.semel.AfterAbandonment;
import dev.semel.Policies;
import dev.semel.jackson.JsonKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How the requests to some paths are guarded. Made by {@link #to}, changed by the methods after it, each of which returns this; handed to
 * {@link HttpGuard.Builder#route}, which checks it.
 */
public final class Route {
    private static final Duration REFUSAL_RETENTION = Duration.ofHours(1);

    final String operation;
    final String path;
    boolean slashMatters;
    Set<String> methods = Set.of("POST", "PATCH");
    String header = "Idempotency-Key";

    @Nullable
    JsonKey keyInBody;

    boolean keyRequired = true;

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
    Duplicates duplicates = Duplicates.refuse();
    int mostWaiting = 1000;
    Predicate<Answer> stored = answer -> Statuses.isStored(answer.status());
    List<String> moreHeaders = List.of();
    int mostRequestBytes = 1 << 20;
    int mostAnswerBytes = 1 << 20;
    boolean withoutStore;
    Duration retention = Duration.ofHours(24);

    @Nullable
    Duration refusalRetention;

    Duration lease = Duration.ofSeconds(30);
    AfterAbandonment<Answer> afterAbandonment = Policies.runAgain();

    @Nullable
    Runner runner;

    @Nullable
    RouteQuota quota;

    private Route(String operation, String path) {
        this.operation = Objects.requireNonNull(operation, "operation");
        this.path = Objects.requireNonNull(path, "path");
    }

    /**
     * Guards the requests to a path.
     *
     * @param path such as {@code /payments/{id}/refunds}; {@code *} or {@code {name}} stand for one segment, {@code **} at the end for any
     *     number
     * @param operation the name of the operation, such as {@code payments.refund}
     */
    public static Route to(String path, String operation) {
        return new Route(operation, path);
    }

    /**
     * Distinguishes {@code /payments/} from {@code /payments}: the route is then for the one that its path is written as. By default a slash at
     * the end makes no difference, neither to the route nor to scope and fingerprint. Choose it only if the application has another endpoint
     * there, or none.
     */
    public Route trailingSlashMatters() {
        slashMatters = true;
        return this;
    }

    /** POST and PATCH by default. */
    public Route methods(String... names) {
        methods = List.of(names).stream()
                .map(name -> name.toUpperCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
        return this;
    }

    /** {@code Idempotency-Key} by default. Which header holds the key. */
    public Route keyHeader(String name) {
        header = Objects.requireNonNull(name, "name");
        return this;
    }

    /** The header by default. Takes the key from the JSON body instead, such as {@code JsonKey.at("/id")}. */
    public Route keyInBody(JsonKey place) {
        keyInBody = Objects.requireNonNull(place, "place");
        return this;
    }

    /** Required by default: 400 without a key. Lets requests without a key through, untouched and unguarded. */
    public Route keyOptional() {
        keyRequired = false;
        return this;
    }

    /**
     * Accepts requests without a principal where the application authenticates its callers. By default such a request gets 401. All
     * anonymous callers share one scope: one that sends another's key gets that one's answer. Their keys must be hard to guess, with at least
     * 128 random bits, or come from a sender that the application verifies.
     */
    public Route allowAnonymous() {
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
    public Route verifying(BiPredicate<Exchange, byte[]> check) {
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
    public Route beforeReplay(BiPredicate<Exchange, byte[]> check) {
        replayCheck = Objects.requireNonNull(check, "check");
        return this;
    }

    /** Principal, method and path by default. On whose behalf a request is made. */
    public Route scope(Function<Exchange, String> choice) {
        scope = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /** Canonical JSON by default, where the body is JSON. Compares the bytes of the body as they were sent. */
    public Route compareRawBodies() {
        rawFingerprint = true;
        return this;
    }

    /** None by default. Places in a JSON body that may differ between a request and its retry, as JSON Pointers. */
    public Route leavingOut(String... jsonPointers) {
        leftOut = List.of(jsonPointers);
        return this;
    }

    /**
     * Adds headers to what is compared: a request under the same key whose values of them differ is another request, and gets 422. None by default, apart
     * from the media type of the body, which always counts. Name only headers that a client sends again unchanged and that no proxy rewrites.
     */
    public Route countingHeaders(String... names) {
        countedHeaders = List.of(names);
        return this;
    }

    /** 422 by default; 400 and 409 can be chosen. What another request under the same key gets. */
    public Route statusOfOtherRequest(int status) {
        statusOfOtherRequest = status;
        return this;
    }

    /** {@link Duplicates#refuse()} by default. */
    public Route whileRunning(Duplicates choice) {
        duplicates = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /**
     * Sets how many duplicates of this route may wait at a time, where they {@linkplain Duplicates#waitUpTo wait}. Defaults to 1,000. Any further
     * one is answered immediately with 409. Those that block a thread are bounded by {@link HttpGuard.Builder#maxWaitingThreads} as well.
     */
    public Route maxWaiting(int count) {
        mostWaiting = count;
        return this;
    }

    /**
     * Below 500 by default, except 401, 403, 408, 425 and 429. Which answers are stored; after any other the next request runs. An answer of the
     * 4xx kind that is not stored, other than 408, says that nothing was done: after a first attempt the key is free for any request. After
     * any other answer it is free for the same request only.
     */
    public Route storing(Predicate<Answer> choice) {
        stored = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /**
     * Adds headers to replay. None by default, beside the usual ones: those about content, caching and security, and to the same origin those of
     * CORS. Cookies, credentials and what is about one connection can't be replayed.
     */
    public Route replayingHeaders(String... names) {
        moreHeaders = List.of(names);
        return this;
    }

    /** 1 MiB each by default. A larger request gets 413; a larger answer goes out once, and its retry is told that it can't be given again. */
    public Route limits(int requestBytes, int answerBytes) {
        mostRequestBytes = requestBytes;
        mostAnswerBytes = answerBytes;
        return this;
    }

    /** 503 by default. Runs requests without any protection while the store can't be reached. */
    public Route failOpen() {
        withoutStore = true;
        return this;
    }

    /** 24 hours by default. How long an answer is replayed; see {@link #refusalRetention} for those that refuse a request. */
    public Route retention(Duration choice) {
        retention = choice;
        return this;
    }

    /**
     * Sets how long a refusal is replayed: an answer of 400, 404, 405, 406, 411, 413, 414, 415, 417, 422, 428 or 431, which says that the
     * request itself was wrong, so that running it again does no harm. Defaults to one hour, or to the {@linkplain #retention retention} if
     * that is shorter, so that requests that count against no quota do not fill the store. Never longer than the retention.
     */
    public Route refusalRetention(Duration choice) {
        refusalRetention = Objects.requireNonNull(choice, "choice");
        return this;
    }

    Duration retentionOf(Answer answer) {
        if (!Statuses.isRefusal(answer.status())) {
            return retention;
        }
        return refusalRetention == null ? REFUSAL_RETENTION : refusalRetention;
    }

    /** 30 seconds by default, renewed while the request is handled. */
    public Route lease(Duration choice) {
        lease = choice;
        return this;
    }

    /** {@link Policies#runAgain()} by default. */
    public Route afterAbandonment(AfterAbandonment<Answer> choice) {
        afterAbandonment = choice;
        return this;
    }

    /**
     * Under a lease by default. Runs the requests in another way, such as in a transaction that holds the business rows as well. Then there is
     * no lease: the settings for leases and abandonment count for nothing, and the status address can't tell a request that is running
     * from one that is unknown. An answer that is not stored undoes what the request has done.
     */
    public Route runningIn(Runner choice) {
        runner = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /**
     * None by default. How many requests are let through for each caller. With a quota, requests without a key on a route that {@linkplain
     * #keyOptional lets them through} are counted as well, and held in memory as all others are.
     */
    public Route quota(RouteQuota choice) {
        quota = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /** All that is wrong, apart from what the operation itself checks. */
    List<String> problems() {
        List<String> found = new ArrayList<>();
        PathPattern.problemWith(path).ifPresent(found::add);
        if (methods.isEmpty()) {
            found.add("it has no methods");
        }
        if (!Set.of(400, 409, 422).contains(statusOfOtherRequest)) {
            found.add("the status for another request is " + statusOfOtherRequest + "; it must be 400, 409 or 422");
        }
        if (mostRequestBytes < 0 || mostAnswerBytes < 0) {
            found.add("a limit is negative");
        }
        if (mostWaiting < 0) {
            found.add("maxWaiting is " + mostWaiting + "; must be 0 or more");
        }
        if (refusalRetention != null && (refusalRetention.isNegative() || refusalRetention.isZero())) {
            found.add("the refusal retention is " + refusalRetention + "; it must be positive");
        }
        if (withoutStore && runner != null) {
            found.add("it fails open, which it can't while its requests run in something else than a lease");
        }
        if (quota != null && quota.limits().isEmpty()) {
            found.add("its quota has no limit");
        }
        if (countedHeaders.stream().anyMatch(String::isBlank)) {
            found.add("a header to count has no name");
        }
        Optional<String> forbidden =
                moreHeaders.stream().filter(ReplayedHeaders::isForbidden).findFirst();
        forbidden.ifPresent(name -> found.add("the header " + name + " can't be replayed"));
        return found;
    }
}
