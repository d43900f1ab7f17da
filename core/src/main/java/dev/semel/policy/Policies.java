package dev.semel.policy;

import dev.semel.Context;
import dev.semel.FailureReplayedException;
import dev.semel.OperationBuilder;
import dev.semel.Outcome;
import java.time.Duration;
import java.util.Objects;

/** The choices for a {@link Policy}. Meant to be imported statically. */
public final class Policies {

    private Policies() {}

    /** Refuses a call immediately, with the facts of the record. */
    public static Refuse refuse() {
        return new Refuse();
    }

    /**
     * Waits for the first call's result for at most this long, then refuses.
     *
     * <p>A duplicate in the same JVM is answered when the first call is. A duplicate elsewhere is answered within a
     * poll delay of at most a fifth of a second. If the store gives {@linkplain dev.semel.store.WatchableStore hints},
     * it is answered when the store hints at a change, and within a second if that hint is lost.
     */
    public static WaitUpTo waitUpTo(Duration limit) {
        return new WaitUpTo(limit);
    }

    /** Answers that the first call was accepted, with the address of its status. For HTTP routes only: 202 with {@code Location}. */
    public static Accept accept() {
        return new Accept();
    }

    /**
     * Lets the next call run the work. After an abandonment this may repeat an effect on a third party, since it is
     * unknown how far the lost owner got: pass {@link Context#childKey} to the third party, or choose {@link #hold()}
     * or {@link #reconcile()}. After a failure, it means that work which throws took no effect.
     */
    public static RunAgain runAgain() {
        return new RunAgain();
    }

    /**
     * Treats exceptions of one type as a sign that the attempt did nothing, such as a caller that was rejected before
     * anything was looked up. After a first attempt the record is forgotten with its fingerprint: the next call runs,
     * even with another request under the same key. After a later attempt this is {@link #runAgain()}, since an earlier
     * attempt may have taken effect.
     */
    public static Forget forget(Class<? extends Throwable> type) {
        return new Forget(type);
    }

    /**
     * Stores every exception of the work, as its class name and message, and replays it to the next call as {@link
     * FailureReplayedException}.
     */
    public static ReplayFailures replayFailures() {
        return replayFailures(Exception.class);
    }

    /** Does the same as {@link #replayFailures()}, but only for exceptions of one type. */
    public static ReplayFailures replayFailures(Class<? extends Exception> type) {
        return new ReplayFailures(type);
    }

    /**
     * Treats work that throws as work whose owner has gone. It is unknown whether it took effect, as after a time-out
     * of the third party, so the policy after abandonment applies immediately.
     */
    public static AsAbandoned asAbandoned() {
        return asAbandoned(Throwable.class);
    }

    /** Does the same as {@link #asAbandoned()}, but only for exceptions of one type. */
    public static AsAbandoned asAbandoned(Class<? extends Throwable> type) {
        return new AsAbandoned(type);
    }

    /**
     * Treats exceptions of one type as a sign that the work may still be running, such as when the caller stopped
     * waiting for it. The lease is neither renewed nor released: duplicates are in progress until it expires, and then
     * the policy after abandonment applies.
     */
    public static StillRunning stillRunning(Class<? extends Throwable> type) {
        return new StillRunning(type);
    }

    /**
     * Holds the record while the outcome is unknown: refuses calls as {@linkplain Outcome.InDoubt in doubt} until the
     * record is settled, and never runs again before that. This applies after the work has thrown too, unless
     * {@link OperationBuilder#afterFailure} defines what its exceptions mean.
     */
    public static Hold hold() {
        return new Hold();
    }

    /**
     * Asks the operation's {@linkplain OperationBuilder#reconciler reconciler} whether the effect happened, and acts on
     * its verdict. This applies after the work has thrown too, unless {@link OperationBuilder#afterFailure} defines
     * what its exceptions mean.
     */
    public static Reconcile reconcile() {
        return new Reconcile();
    }

    /** Runs the work without any protection, as if Semel were not there. */
    public static RunUnprotected runUnprotected() {
        return new RunUnprotected();
    }

    /** See {@link #refuse()}. */
    public record Refuse() implements WhileRunning, WithoutKey, WithoutStore {}

    /**
     * See {@link #waitUpTo}.
     *
     * @param limit the longest wait
     */
    public record WaitUpTo(Duration limit) implements WhileRunning {
        public WaitUpTo {
            Objects.requireNonNull(limit, "limit");
        }
    }

    /** See {@link #accept()}. */
    public record Accept() implements WhileRunning {}

    /** See {@link #runAgain()}. */
    public record RunAgain() implements AfterFailure, AfterAbandonment {}

    /**
     * See {@link #forget}.
     *
     * @param type of the exceptions that mean that nothing was done
     */
    public record Forget(Class<? extends Throwable> type) implements AfterFailure {
        public Forget {
            Objects.requireNonNull(type, "type");
        }
    }

    /**
     * See {@link #replayFailures()}.
     *
     * @param type of the exceptions that are stored
     */
    public record ReplayFailures(Class<? extends Exception> type) implements AfterFailure {
        public ReplayFailures {
            Objects.requireNonNull(type, "type");
        }
    }

    /**
     * See {@link #asAbandoned()}.
     *
     * @param type of the exceptions after which it is unknown whether the work took effect
     */
    public record AsAbandoned(Class<? extends Throwable> type) implements AfterFailure {
        public AsAbandoned {
            Objects.requireNonNull(type, "type");
        }
    }

    /**
     * See {@link #stillRunning}.
     *
     * @param type of the exceptions after which the work may still be running
     */
    public record StillRunning(Class<? extends Throwable> type) implements AfterFailure {
        public StillRunning {
            Objects.requireNonNull(type, "type");
        }
    }

    /**
     * See {@link AfterFailure#orElse}.
     *
     * @param first decides if it covers an exception
     * @param second decides if the first does not
     */
    public record FirstThat(AfterFailure first, AfterFailure second) implements AfterFailure {
        public FirstThat {
            Objects.requireNonNull(first, "first");
            Objects.requireNonNull(second, "second");
        }
    }

    /** See {@link #hold()}. */
    public record Hold() implements AfterAbandonment {}

    /** See {@link #reconcile()}. */
    public record Reconcile() implements AfterAbandonment {}

    /** See {@link #runUnprotected()}. */
    public record RunUnprotected() implements WithoutKey, WithoutStore {}
}
