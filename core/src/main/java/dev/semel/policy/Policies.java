package dev.semel.policy;

import dev.semel.Context;
import dev.semel.FailureReplayedException;
import dev.semel.OperationBuilder;
import dev.semel.Outcome;
import java.time.Duration;
import java.util.Objects;

/** The choices that an operation has. Made to be imported statically. */
public final class Policies {

    private Policies() {}

    /** Answer at once that it can't be done now, with the facts of the record. */
    public static Refuse refuse() {
        return new Refuse();
    }

    /**
     * Wait for the first call's result, at most this long, then refuse.
     *
     * <p>A duplicate in the same JVM is answered when the first call is; one elsewhere within a poll delay of at most a fifth of a second,
     * or when the store {@linkplain dev.semel.store.WatchableStore hints} at a change, and within a second if that hint gets lost.
     */
    public static WaitUpTo waitUpTo(Duration limit) {
        return new WaitUpTo(limit);
    }

    /** Answer that the first call was accepted, with the address of its status. For HTTP routes only: 202 with {@code Location}. */
    public static Accept accept() {
        return new Accept();
    }

    /**
     * Let the next call run the work. After an abandonment this may repeat an effect on a third party, since nobody knows how far the
     * lost owner got: give the third party {@link Context#childKey}, or choose {@link #hold()} or {@link #reconcile()}. After a failure it
     * says that work which throws took no effect.
     */
    public static RunAgain runAgain() {
        return new RunAgain();
    }

    /**
     * Treats exceptions of one type as a sign that the attempt did nothing, as when a caller was turned away before anything was looked up. After a
     * first attempt the record is forgotten, fingerprint included: the next call runs, also with another request under the same key. After a
     * later attempt this is {@link #runAgain()}, since an earlier attempt may have taken effect.
     */
    public static Forget forget(Class<? extends Throwable> type) {
        return new Forget(type);
    }

    /** Store every exception of the work, as its class name and message, and give it to the next call as {@link FailureReplayedException}. */
    public static ReplayFailures replayFailures() {
        return replayFailures(Exception.class);
    }

    /** Like {@link #replayFailures()}, but only for exceptions of one type. */
    public static ReplayFailures replayFailures(Class<? extends Exception> type) {
        return new ReplayFailures(type);
    }

    /**
     * Take work that throws for work whose owner has gone: nobody knows whether it took effect, as after a time-out of the third party,
     * so the policy after abandonment decides, at once.
     */
    public static AsAbandoned asAbandoned() {
        return asAbandoned(Throwable.class);
    }

    /** Like {@link #asAbandoned()}, but only for exceptions of one type. */
    public static AsAbandoned asAbandoned(Class<? extends Throwable> type) {
        return new AsAbandoned(type);
    }

    /**
     * Take exceptions of a type to say that the work may still be running, as when the caller stopped waiting for it. The lease is neither
     * renewed nor released: duplicates are in progress until it expires, and then the policy after abandonment decides.
     */
    public static StillRunning stillRunning(Class<? extends Throwable> type) {
        return new StillRunning(type);
    }

    /**
     * Never run again without knowing what happened: refuse as {@linkplain Outcome.InDoubt in doubt} until somebody settles the record.
     * This holds after the work has thrown too, unless {@link OperationBuilder#afterFailure} says what its exceptions mean.
     */
    public static Hold hold() {
        return new Hold();
    }

    /**
     * Ask the operation's {@linkplain OperationBuilder#reconciler reconciler} whether it happened, and act on the answer. The next call asks after the
     * work has thrown too, unless {@link OperationBuilder#afterFailure} says what its exceptions mean.
     */
    public static Reconcile reconcile() {
        return new Reconcile();
    }

    /** Run the work without any protection, as if Semel were not there. */
    public static RunUnprotected runUnprotected() {
        return new RunUnprotected();
    }

    /** See {@link #refuse()}. */
    public record Refuse() implements WhileRunning, WithoutKey, WithoutStore {}

    /**
     * See {@link #waitUpTo}.
     *
     * @param limit how long at most
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
     * @param type of the exceptions that say that nothing was done
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
     * @param type of the exceptions that leave it open whether the work took effect
     */
    public record AsAbandoned(Class<? extends Throwable> type) implements AfterFailure {
        public AsAbandoned {
            Objects.requireNonNull(type, "type");
        }
    }

    /**
     * See {@link #stillRunning}.
     *
     * @param type of the exceptions after which the work may go on
     */
    public record StillRunning(Class<? extends Throwable> type) implements AfterFailure {
        public StillRunning {
            Objects.requireNonNull(type, "type");
        }
    }

    /**
     * See {@link AfterFailure#orElse}.
     *
     * @param first decides if it speaks of an exception
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
