package dev.semel.http;

import dev.semel.Keys;
import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Quota;
import dev.semel.counter.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How many requests are let through for each caller: at most so many in each of one or several windows. Given to one or several routes by {@link
 * RouteBuilder#quota}; routes with the same counters share what is left. Immutable, and safe for use by many threads.
 *
 * <pre>{@code
 * RouteQuota quota = RouteQuota.builder(counters).limit(perMinute, 60).limit(perMonth, 10_000).build();
 * }</pre>
 *
 * <p>A request counts when it is about to run, in all windows or in none. A replay does not count, nor does a request that is refused: one that the
 * application refuses, with an answer of the 4xx kind that is stored, is given back what was counted for it. A request counts once, however many attempts it takes: one that failed, or whose process died, is sent again under the same key without
 * counting again, for as long as its record is kept.
 *
 * <p>A request over the limit gets 429 with {@code Retry-After}, and its key stays free: it can be sent again when the window has turned. What has
 * counted, and what has not for lack of room, is told how much is left by the fields {@code RateLimit} and {@code RateLimit-Policy}, in which a counter's name is
 * that of the policy.
 */
public final class RouteQuota {
    private static final String NOBODY = "(nobody)";

    private final Counters counters;
    private final List<Limit> limits;
    private final @Nullable Function<Exchange, String> subject;
    private final boolean failsOpen;
    private final Listener listener;
    private final Predicate<Answer> counting;

    /** The most requests that a counter may count in a window. */
    record Limit(Counter counter, long most) {}

    private RouteQuota(Builder choices) {
        counters = choices.counters;
        limits = List.copyOf(choices.limits);
        subject = choices.subject;
        failsOpen = choices.failOpen;
        listener = choices.listener;
        counting = choices.counting;
    }

    /** A quota that has no limits yet, which are to be of counters of {@code counters}. */
    public static Builder builder(Counters counters) {
        return new Builder(counters);
    }

    private static boolean isDone(Answer answer) {
        return answer.status() < 400 || answer.status() >= 500;
    }

    /** Is told of decisions. */
    @FunctionalInterface
    public interface Listener {
        /** What was decided of a request of an operation. */
        void on(String operation, Decision decision);
    }

    /** What was decided of a request. */
    public enum Decision {
        /** It was counted, and runs. */
        COUNTED,
        /** It was counted in an earlier attempt, and runs. */
        COUNTED_BEFORE,
        /** It was counted and ran, and what was counted is given back, since its answer does not count. */
        GIVEN_BACK,
        /** There is no room for it, or its subject is not known: it does not run. */
        REFUSED,
        /** The counts can't be reached: it does not run. */
        UNAVAILABLE,
        /** The counts can't be reached: it runs without being counted. */
        UNCOUNTED
    }

    /**
     * How a principal is called in the counts, unless they go {@linkplain Builder#by by something else}: by its name, or by a digest if that is too long or has
     * odd characters.
     *
     * @param principal {@code null} if nobody knows who is asking
     */
    public static String subjectOf(@Nullable String principal) {
        if (principal == null) {
            return NOBODY;
        }
        boolean asItIs = Keys.fits(principal) && !principal.startsWith("(") && !principal.startsWith("sha256:");
        return asItIs ? principal : "sha256:" + Keys.derive(principal);
    }

    /**
     * What a subject has used up, one for each limit in their order. Changes nothing.
     *
     * @param subject such as {@link #subjectOf} gives
     * @throws dev.semel.store.StoreException if the counts can't be reached
     */
    public List<Quota> current(String subject) {
        return limits.stream()
                .map(limit -> {
                    Tally tally = limit.counter().current(subject);
                    return new Quota(tally.count() < limit.most(), tally, limit.most());
                })
                .toList();
    }

    Counters counters() {
        return counters;
    }

    List<Limit> limits() {
        return limits;
    }

    String subject(Exchange exchange) {
        return subject == null ? subjectOf(exchange.principal()) : subject.apply(exchange);
    }

    boolean counts(Answer answer) {
        return counting.test(answer);
    }

    boolean failsOpen() {
        return failsOpen;
    }

    void tell(String operation, Decision decision) {
        try {
            listener.on(operation, decision);
        } catch (RuntimeException e) {
            System.getLogger("dev.semel.http").log(System.Logger.Level.WARNING, "a listener to a quota failed", e);
        }
    }

    /** Makes a {@link RouteQuota}. */
    public static final class Builder {
        private final Counters counters;
        private final List<Limit> limits = new ArrayList<>();
        private @Nullable Function<Exchange, String> subject;
        private boolean failOpen;
        private Listener listener = (operation, decision) -> {};
        private Predicate<Answer> counting = RouteQuota::isDone;

        private Builder(Counters counters) {
            this.counters = Objects.requireNonNull(counters, "counters");
        }

        /**
         * One more limit, beside those that there are.
         *
         * @param counter whose name clients see
         * @param most how many requests in each of its windows, 0 or more
         * @throws IllegalArgumentException if the limit is negative, or the counter has one
         */
        public Builder limit(Counter counter, long most) {
            if (most < 0) {
                throw new IllegalArgumentException("the limit is " + most + "; it must not be negative");
            }
            if (limits.stream().anyMatch(limit -> limit.counter().name().equals(counter.name()))) {
                throw new IllegalArgumentException("the counter " + counter.name() + " has a limit already");
            }
            limits.add(new Limit(counter, most));
            return this;
        }

        /**
         * By default each principal has a quota of its own, over all paths, and all whom nobody knows share one. Counts by something else, such
         * as a tenant.
         *
         * @param choice gives 1 to 255 bytes without control characters
         */
        public Builder by(Function<Exchange, String> choice) {
            subject = Objects.requireNonNull(choice, "choice");
            return this;
        }

        /** 503 by default, and nothing runs. Lets requests through uncounted while the counts can't be reached. */
        public Builder failOpen() {
            failOpen = true;
            return this;
        }

        /** Sets a listener that is notified of every decision, on the deciding thread. None by default. Exceptions it throws are logged and ignored. */
        public Builder listener(Listener choice) {
            listener = Objects.requireNonNull(choice, "choice");
            return this;
        }

        /**
         * All but those of the 4xx kind by default. Which answers count, of those that are stored; what was counted for any other is given back
         * once it is stored. Answers that are not stored always count, 401 and 403 among them, so that guessing is not free; their retry does not
         * count again.
         */
        public Builder counting(Predicate<Answer> choice) {
            counting = Objects.requireNonNull(choice, "choice");
            return this;
        }

        /** Makes it. */
        public RouteQuota build() {
            return new RouteQuota(this);
        }
    }
}
