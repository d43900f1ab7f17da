package dev.semel.http;

import dev.semel.Context;
import dev.semel.Policies;
import dev.semel.Policy;
import dev.semel.Reconciler;
import dev.semel.jackson.JsonKey;
import dev.semel.session.Sessions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How the requests to some paths are guarded. Made by {@link #builder}; handed to {@link HttpGuard.Builder#route}, which checks it. Immutable.
 */
public final class Route {
    private static final Duration REFUSAL_RETENTION = Duration.ofHours(1);

    final String operation;
    final String path;
    final boolean slashMatters;
    final Set<String> methods;
    final String header;
    final @Nullable JsonKey keyInBody;
    final @Nullable BiPredicate<Exchange, byte[]> verification;
    final @Nullable BiPredicate<Exchange, byte[]> replayCheck;
    final boolean anonymousAllowed;
    final @Nullable Function<Exchange, String> scope;
    final boolean rawFingerprint;
    final List<String> leftOut;
    final List<String> countedHeaders;
    final int statusOfOtherRequest;
    final int mostWaiting;
    final Predicate<Answer> stored;
    final List<String> moreHeaders;
    final int mostRequestBytes;
    final int mostAnswerBytes;
    final Policy policy;
    final @Nullable Duration refusalRetention;
    final @Nullable Reconciler<Answer> reconciler;
    final @Nullable Sessions<? extends Context> sessions;
    final @Nullable RouteQuota quota;

    Route(RouteBuilder choices) {
        operation = choices.operation;
        path = choices.path;
        slashMatters = choices.slashMatters;
        methods = choices.methods;
        header = choices.header;
        keyInBody = choices.keyInBody;
        verification = choices.verification;
        replayCheck = choices.replayCheck;
        anonymousAllowed = choices.anonymousAllowed;
        scope = choices.scope;
        rawFingerprint = choices.rawFingerprint;
        leftOut = choices.leftOut;
        countedHeaders = choices.countedHeaders;
        statusOfOtherRequest = choices.statusOfOtherRequest;
        mostWaiting = choices.mostWaiting;
        stored = choices.stored;
        moreHeaders = choices.moreHeaders;
        mostRequestBytes = choices.mostRequestBytes;
        mostAnswerBytes = choices.mostAnswerBytes;
        policy = choices.policy;
        refusalRetention = choices.refusalRetention;
        reconciler = choices.reconciler;
        sessions = choices.sessions;
        quota = choices.quota;
    }

    /**
     * Guards the requests to a path.
     *
     * @param path such as {@code /payments/{id}/refunds}; {@code *} or {@code {name}} stand for one segment, {@code **} at the end for any
     *     number
     * @param operation the name of the operation, such as {@code payments.refund}
     */
    public static RouteBuilder builder(String path, String operation) {
        return new RouteBuilder(path, operation);
    }

    /** Returns how its operation behaves, as it was set. */
    public Policy policy() {
        return policy;
    }

    boolean keyRequired() {
        return policy.withoutKey() instanceof Policies.Refuse;
    }

    Duration retentionOf(Answer answer) {
        if (!Statuses.isRefusal(answer.status())) {
            return policy.retention();
        }
        return refusalRetention == null ? REFUSAL_RETENTION : refusalRetention;
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
        if (policy.withoutStore() instanceof Policies.RunUnprotected && sessions != null) {
            found.add("it fails open, which it can't while its requests run in transactions");
        }
        if (sessions != null && !sessions.holdByTransaction()) {
            found.add(
                    "it runs in sessions that hold no transaction; leave runningIn out, since it runs under a lease by default");
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
