package dev.semel.http.quota;

import dev.semel.Keys;
import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.Quota;
import dev.semel.counter.Tally;
import dev.semel.http.Answer;
import dev.semel.http.Dialogue;
import dev.semel.http.Exchange;
import dev.semel.http.RequestQuota;
import dev.semel.http.Route;
import dev.semel.http.RouteBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A limit on the requests of each caller, in one or several windows. Set it on one or several routes with {@link RouteBuilder#quota}; routes with
 * the same counters share the remaining amount. Immutable and safe for use by multiple threads.
 *
 * <pre>{@code
 * RouteQuota quota = RouteQuota.builder(counters).limit(perMinute, 60).limit(perMonth, 10_000).build();
 * }</pre>
 *
 * <p>A request counts when it is about to run, in all windows or in none. A replay and a refused request do not count: if the application refuses a
 * request with a stored 4xx, its count is taken back. A request counts once for all its attempts: if it failed, or its process died, it can be sent
 * again under the same key without counting again, for as long as its record is kept.
 *
 * <p>A request above the limit gets 429 with {@code Retry-After}, and its key remains free: it can be sent again in the next window. The answers to
 * requests that were counted or refused have the remaining amounts in the fields {@code RateLimit} and {@code RateLimit-Policy}, in which a policy is
 * named after its counter.
 */
public final class RouteQuota implements RequestQuota {
    private static final String ANONYMOUS = "(nobody)";

    private final Counters counters;
    private final List<Limit> limits;
    private final @Nullable Function<Exchange, String> subject;
    private final boolean failsOpen;
    private final Listener listener;
    private final Predicate<Answer> counting;
    private final double mostPerSecond;
    private final Duration jitter;
    private final boolean showsPartitions;

    /** The largest number of requests that a counter may count in a window. */
    public record Limit(Counter counter, long most) {}

    private RouteQuota(Builder choices) {
        counters = choices.counters;
        limits = List.copyOf(choices.limits);
        subject = choices.subject;
        failsOpen = choices.failOpen;
        listener = choices.listener;
        counting = choices.counting;
        mostPerSecond = choices.mostPerSecond;
        jitter = choices.jitter;
        showsPartitions = choices.showsPartitions;
    }

    /** Returns a builder of a quota without limits, whose counters must be those of {@code counters}. */
    public static Builder builder(Counters counters) {
        return new Builder(counters);
    }

    private static boolean isDone(Answer answer) {
        return answer.status() < 400 || answer.status() >= 500;
    }

    /** A listener for the decisions of a quota. */
    @FunctionalInterface
    public interface Listener {
        /** Receives the decision about a request of an operation. */
        void on(String operation, Decision decision);
    }

    /** A decision about a request. */
    public enum Decision {
        /** The request was counted, and runs. */
        COUNTED,
        /** The request was counted in an earlier attempt, and runs. */
        COUNTED_BEFORE,
        /** The request was counted and ran, and its count is taken back, since its answer does not count. */
        GIVEN_BACK,
        /** The quota is used up, or the subject is unknown: the request does not run. */
        REFUSED,
        /** The counts are unreachable: the request does not run. */
        UNAVAILABLE,
        /** The counts are unreachable: the request runs uncounted. */
        UNCOUNTED
    }

    /**
     * Returns the subject of a principal in the counts, unless the quota {@linkplain Builder#by chooses a different one}: its name, or a digest if that is
     * too long or has characters that are not allowed.
     *
     * @param principal the principal, or {@code null} for an anonymous caller
     */
    public static String subjectOf(@Nullable String principal) {
        if (principal == null) {
            return ANONYMOUS;
        }
        boolean isPlain = Keys.fits(principal) && !principal.startsWith("(") && !principal.startsWith("sha256:");
        return isPlain ? principal : "sha256:" + Keys.derive(principal);
    }

    /**
     * Returns what a subject has used, one entry for each limit in their order. Changes nothing.
     *
     * @param subject the subject, such as {@link #subjectOf} returns it
     * @throws dev.semel.StoreException if the counts are unreachable
     */
    public List<Quota> current(String subject) {
        return limits.stream()
                .map(limit -> {
                    Tally tally = limit.counter().current(subject);
                    return new Quota(tally.count() < limit.most(), tally, limit.most());
                })
                .toList();
    }

    /** Returns the counters of the limits. */
    public Counters counters() {
        return counters;
    }

    /** Returns the limits, in the order in which they were added. */
    public List<Limit> limits() {
        return limits;
    }

    /** Returns the subject that a request is counted for. */
    public String subject(Exchange exchange) {
        return subject == null ? subjectOf(exchange.principal()) : subject.apply(exchange);
    }

    @Override
    public Optional<String> problem() {
        return limits.isEmpty() ? Optional.of("its quota has no limit; add one") : Optional.empty();
    }

    @Override
    public Counting counting(Route route, Dialogue dialogue) {
        return new Admissions(this, route, dialogue);
    }

    @Override
    public boolean counts(Answer answer) {
        return counting.test(answer);
    }

    /**
     * Returns the remaining amount that is shown, so that a caller that uses it up within the time does not exceed the {@linkplain Builder#maxRate rate}. A caller
     * that may send requests sees at least one.
     *
     * @param seconds the time until the reset
     */
    public long shown(long remaining, long seconds) {
        if (mostPerSecond <= 0 || remaining == 0) {
            return remaining;
        }
        return Math.min(remaining, Math.max(1, (long) Math.min(Long.MAX_VALUE, mostPerSecond * seconds)));
    }

    /** Returns a random time that is added to the reset, up to the {@linkplain Builder#resetJitter limit}. */
    public Duration jitter() {
        return jitter.isZero()
                ? jitter
                : Duration.ofMillis(ThreadLocalRandom.current().nextLong(jitter.toMillis() + 1));
    }

    /** Returns whether callers see the partition that they are counted in. */
    public boolean showsPartitions() {
        return showsPartitions;
    }

    /** Returns whether requests run uncounted while the counts are unreachable. */
    public boolean failsOpen() {
        return failsOpen;
    }

    /** Notifies the listener of a decision. Exceptions it throws are logged and ignored. */
    public void report(String operation, Decision decision) {
        try {
            listener.on(operation, decision);
        } catch (RuntimeException e) {
            System.getLogger("dev.semel.http").log(System.Logger.Level.WARNING, "the listener of a quota failed", e);
        }
    }

    /** Builds a {@link RouteQuota}. */
    public static final class Builder {
        private final Counters counters;
        private final List<Limit> limits = new ArrayList<>();
        private @Nullable Function<Exchange, String> subject;
        private boolean failOpen;
        private Listener listener = (operation, decision) -> {};
        private Predicate<Answer> counting = RouteQuota::isDone;
        private double mostPerSecond;
        private Duration jitter = Duration.ZERO;
        private boolean showsPartitions;

        private Builder(Counters counters) {
            this.counters = Objects.requireNonNull(counters, "counters");
        }

        /**
         * Adds a limit.
         *
         * @param counter the counter; clients see its name
         * @param most the largest number of requests in each of its windows, 0 or more
         * @throws IllegalArgumentException if the limit is negative, or the counter already has one
         */
        public Builder limit(Counter counter, long most) {
            if (most < 0) {
                throw new IllegalArgumentException("the limit is " + most + "; must be 0 or more");
            }
            if (limits.stream().anyMatch(limit -> limit.counter().name().equals(counter.name()))) {
                throw new IllegalArgumentException(
                        "the counter " + counter.name() + " already has a limit; set one limit for each counter");
            }
            limits.add(new Limit(counter, most));
            return this;
        }

        /**
         * Sets the subject that requests are counted for, such as a tenant. By default each principal has a separate quota over all paths, and all
         * anonymous callers share one.
         *
         * @param choice returns the subject: 1 to 255 bytes without control characters
         */
        public Builder by(Function<Exchange, String> choice) {
            subject = Objects.requireNonNull(choice, "choice");
            return this;
        }

        /** Lets requests run uncounted while the counts are unreachable. By default they get 503 and do not run. */
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
         * Chooses the stored answers that count. Defaults to all but 4xx. The count of any other stored answer is taken back once it is stored.
         * Answers that are not stored always count, 401 and 403 among them, so that guessing has a cost.
         */
        public Builder counting(Predicate<Answer> choice) {
            counting = Objects.requireNonNull(choice, "choice");
            return this;
        }

        /**
         * Caps the remaining amount that callers see, to what this rate allows until the reset. None by default. Without it, a caller that sees a large amount
         * shortly before the reset may use all of it immediately. What is accepted does not change.
         *
         * @param perSecond the largest ratio of the amount to the time, in requests for each second; positive
         */
        public Builder maxRate(double perSecond) {
            if (!(perSecond > 0)) {
                throw new IllegalArgumentException("the largest rate is " + perSecond + "; must be positive");
            }
            mostPerSecond = perSecond;
            return this;
        }

        /**
         * Adds a random time of up to this limit to the reset that a caller sees, and to {@code Retry-After}, so that not all callers come back together. None by
         * default.
         */
        public Builder resetJitter(Duration most) {
            if (most.isNegative() || most.compareTo(Duration.ofHours(1)) > 0) {
                throw new IllegalArgumentException("the jitter is " + most + "; must be between 0s and 1h");
            }
            jitter = most;
            return this;
        }

        /**
         * Shows callers the partition that they are counted in, as the parameter {@code pk}: a digest of the subject, so that it distinguishes callers and reveals
         * nothing about them. Off by default.
         */
        public Builder showPartitions() {
            showsPartitions = true;
            return this;
        }

        /** Returns the quota. */
        public RouteQuota build() {
            return new RouteQuota(this);
        }
    }
}
