package dev.semel.engine.call;

import dev.semel.Context;
import dev.semel.Event;
import dev.semel.Fingerprint;
import dev.semel.Outcome;
import dev.semel.StoreException;
import dev.semel.policy.FailureMeans;
import dev.semel.policy.Reconciler;
import dev.semel.policy.Reconciler.Verdict;
import dev.semel.session.Session;
import dev.semel.session.Sessions;
import dev.semel.session.Terms;
import dev.semel.store.ClaimRequest;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.ResultTooLargeException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One call of an operation, from the claim to its end, in any {@link Session}. It never runs the work and never sleeps:
 * each step returns what its driver has to do ({@link Turn}), or how long to pause.
 *
 * <ol>
 *   <li>{@link Claiming}: an answer without the work, or the record.
 *   <li>The reconciler, if the record was taken over from an owner that has gone.
 *   <li>The work, run by the driver, which passes in its value or what it threw.
 *   <li>{@link Storing} or {@link Releasing}, by the policies; then the outcome, or what is thrown to the caller
 *       ({@link FailureRule}).
 * </ol>
 *
 * <p>One thread at a time uses it.
 */
public final class OperationCall<T extends @Nullable Object, C extends Context> implements Terms {
    private enum Stage {
        CLAIMING,
        OWNED,
        STARTED,
        WORKED,
        FAILED,
        UNPROTECTED,
        ENDED
    }

    private final Definition<T> definition;
    private final Engine engine;
    private final Sessions<C> sessions;
    private final @Nullable ClaimRequest request;
    private final @Nullable Claiming<T> claiming;
    private volatile Stage stage;
    private Step.Phase<Turn<T, C>> phase;
    private @Nullable Session<C> session;
    private @Nullable Ownership<T> ownership;
    private @Nullable Ending<T, C> ending;
    private @Nullable Object value;
    private @Nullable Throwable thrown;
    private boolean finishing;

    /** The lease, if the session has one. Read in places without stack for a call. */
    @Nullable
    LeasedSession leased;

    /**
     * Creates a call with a key.
     *
     * @param caller the thread that will run the work itself; {@code null} if the work is not bound to one thread
     */
    public OperationCall(
            Definition<T> definition,
            Sessions<C> sessions,
            RecordId id,
            Fingerprint fingerprint,
            @Nullable Thread caller) {
        this.definition = definition;
        this.engine = definition.engine();
        this.sessions = sessions;
        this.request = definition.claimRequest(id, fingerprint, sessions.holdByTransaction());
        this.stage = Stage.CLAIMING;
        this.phase = this::claimRecord;
        this.claiming = new Claiming<>(this, request, caller);
    }

    /** Creates a call without a key, whose policy is to run anyway. */
    public OperationCall(Definition<T> definition, Sessions<C> sessions, Context withoutKey) {
        this.definition = definition;
        this.engine = definition.engine();
        this.sessions = sessions;
        this.request = null;
        this.claiming = null;
        this.stage = Stage.UNPROTECTED;
        this.phase = () -> unprotected(withoutKey);
    }

    /** Returns the definition of the operation. */
    public Definition<T> definition() {
        return definition;
    }

    Session<C> session() {
        if (session == null) {
            session = sessions.open(this);
        }
        return session;
    }

    /** Returns whether a transaction holds the record, so that no other call can see it before the end. */
    public boolean isHeldByTransaction() {
        return sessions.holdByTransaction();
    }

    @Override
    public ClaimRequest claim() {
        if (request == null) {
            throw new IllegalStateException("a call without a key has no record");
        }
        return request;
    }

    @Override
    public Duration retention() {
        return definition.settings().retention();
    }

    @Override
    public boolean replaysFailures() {
        return FailureMeans.replaysAny(definition.settings().afterFailure());
    }

    @Override
    public Result notKept(String why) {
        return Results.tombstone(why);
    }

    @Override
    public Session<Context> leased() {
        if (leased == null) {
            leased = new LeasedSession(definition, this);
        }
        return leased;
    }

    /** Returns whether the call has a key, without which it has no record. */
    public boolean hasKey() {
        return request != null;
    }

    /** Waits for calls of this JVM that are running in a transaction. Returns the outcome of this call if it can't continue after that. */
    public Optional<Outcome<T>> whileAtWork() {
        return claiming == null ? Optional.empty() : claiming.whileAtWork();
    }

    /** Returns whether the record has not been claimed yet. */
    public boolean isClaiming() {
        return stage == Stage.CLAIMING;
    }

    /** Returns whether the next step must run, whatever happens: interrupts are deferred, and a full executor does not prevent it. */
    public boolean mustFinish() {
        return finishing;
    }

    /** Returns that another call was found running, if it was, from any thread and while this call waits. */
    public Optional<Outcome<T>> knownOwner() {
        return claiming == null || !isClaiming() ? Optional.empty() : claiming.knownOwner();
    }

    /** Continues until the driver has something to do. */
    public Step<Turn<T, C>> next() {
        try {
            Step<Turn<T, C>> step = phase.next();
            if (step instanceof Step.Done<Turn<T, C>> done && !(done.value() instanceof Turn.GoOn)) {
                return ended(done);
            }
            return step;
        } catch (Throwable broken) {
            return Step.done(new Turn.Threw<>(fail(broken)));
        }
    }

    private Step<Turn<T, C>> ended(Step.Done<Turn<T, C>> last) {
        if (last.value() instanceof Turn.Answer) {
            end();
        } else if (last.value() instanceof Turn.Threw<T, C> threw) {
            Throwable given = giveUp(threw.given());
            return given == threw.given() ? last : new Step.Done<>(new Turn.Threw<>(given));
        }
        return last;
    }

    private void end() {
        stage = Stage.ENDED;
        if (session != null) {
            session.close();
        }
    }

    /** Ends a call that throws. Returns what its caller gets. An Error at the end takes precedence. */
    private Throwable giveUp(Throwable given) {
        try {
            end();
        } catch (Error broken) {
            return FailureRule.attach(broken, given);
        } catch (RuntimeException broken) {
            return FailureRule.attach(given, broken);
        } finally {
            if (ownership != null) {
                ownership.endedWithoutResult();
            }
        }
        return given;
    }

    private Step<Turn<T, C>> claimRecord() {
        Step<ClaimingResult<T>> step = Objects.requireNonNull(claiming).next();
        if (!(step instanceof Step.Done<ClaimingResult<T>> done)) {
            return ((Step.Pause<ClaimingResult<T>>) step).again();
        }
        ClaimingResult<T> found = done.value();
        if (found instanceof ClaimingResult.Answer<T> answer) {
            return Step.done(new Turn.Answer<>(answer.outcome()));
        } else if (found instanceof ClaimingResult.Owned<T> owned) {
            ownership = owned.ownership();
            ending = new Ending<>(this, owned.ownership());
            stage = Stage.OWNED;
            phase = this::begin;
        } else {
            StoreException cause = ((ClaimingResult.Unprotected<T>) found).cause();
            engine.report(() -> new Event.RanUnprotected(claim().id().operation(), cause));
            stage = Stage.UNPROTECTED;
            phase = () -> unprotected(UnprotectedContext.of(claim().id()));
        }
        return goOn();
    }

    private Step<Turn<T, C>> unprotected(Context context) {
        session().openUnprotected();
        return Step.done(new Turn.Run<>(session().context(context)));
    }

    /** Starts the work or the reconciler. Must be called on a thread where the work may run. */
    private Step<Turn<T, C>> begin() {
        try {
            session().starting();
        } catch (Throwable refusal) {
            return notStarted(refusal);
        }
        Ownership<T> owner = Objects.requireNonNull(ownership);
        Reconciler<T> reconciler = owner.toBeAsked();
        if (reconciler != null) {
            Step<Turn<T, C>> step = reconcile(reconciler, owner);
            if (step != null) {
                return step;
            }
        }
        Step<Turn<T, C>> run = Step.done(new Turn.Run<>(session().context(owner)));
        stage = Stage.STARTED;
        return run;
    }

    /** Asks the reconciler. Returns {@code null} if the work has to run. */
    private @Nullable Step<Turn<T, C>> reconcile(Reconciler<T> reconciler, Ownership<T> owner) {
        Verdict<T> verdict;
        try {
            verdict = reconciler.reconcile(owner);
            if (verdict == null) {
                throw new IllegalStateException(
                        "the reconciler of " + owner.id().operation()
                                + " returned null; return Verdict.happened(result), didNotHappen() or cannotTell()");
            }
        } catch (Throwable failure) {
            thrown = failure;
            return finish(() -> ending().reconcilerFailed(failure));
        }
        if (verdict instanceof Verdict.Happened<T> happened) {
            return finish(() -> ending().happened(happened.result()));
        } else if (verdict instanceof Verdict.CannotTell) {
            return finish(() -> ending().cannotTell());
        }
        ending().didNotHappen();
        return null;
    }

    private Step<Turn<T, C>> notStarted(Throwable refusal) {
        thrown = refusal;
        return finish(() -> ending().notStarted(refusal));
    }

    /** Accepts the value of the work. */
    public void returned(T given) {
        if (stage == Stage.UNPROTECTED) {
            phase = () -> {
                session().commitUnprotected();
                return Step.done(new Turn.Answer<>(new Outcome.Unprotected<>(given)));
            };
            return;
        }
        stage = Stage.WORKED;
        value = given;
        var unused = finish(() -> ending().executed(given));
    }

    /** Accepts what the work threw. */
    public void threw(Throwable failure) {
        if (stage == Stage.UNPROTECTED) {
            phase = () -> {
                if (definition.meaningOf(failure) == FailureMeans.RESULT) {
                    failUnprotected(failure);
                }
                return Step.done(new Turn.Threw<>(failure));
            };
            return;
        }
        stage = Stage.FAILED;
        thrown = failure;
        var unused = finish(() -> ending().failed(failure));
    }

    private void failUnprotected(Throwable failure) {
        try {
            session().failUnprotected(failure);
        } catch (RuntimeException | Error e) {
            FailureRule.attach(e, failure);
            throw e;
        }
    }

    /** Stores a failure without a claim. Returns whether it is stored. */
    public boolean recordFailure(Throwable failure) {
        if (definition.meaningOf(failure) != FailureMeans.RESULT) {
            return false;
        }
        try {
            Result full = Results.ofFailure(failure);
            Session.Written written = session().recordFailure(full, failure, retention());
            if (isTooLarge(written)) {
                written = session().recordFailure(Results.withoutMessage(full), failure, retention());
            }
            return FailureRule.isConfirmed(written);
        } finally {
            end();
        }
    }

    private static boolean isTooLarge(Session.Written written) {
        return written instanceof Session.Refused refused && refused.why() instanceof ResultTooLargeException;
    }

    /** Starts the last phase, which must run to its end. The phase is created by its first step, not on the thread that calls this. */
    private Step<Turn<T, C>> finish(Supplier<Step.Phase<Turn<T, C>>> made) {
        finishing = true;
        phase = () -> {
            phase = made.get();
            return phase.next();
        };
        return goOn();
    }

    private Ending<T, C> ending() {
        return Objects.requireNonNull(ending);
    }

    /** Refuses a step that the driver can't run anywhere. */
    public Step<Turn<T, C>> refuse(Throwable refusal) {
        return stage == Stage.OWNED && !finishing ? notStarted(refusal) : Step.done(new Turn.Threw<>(fail(refusal)));
    }

    /** Ends a call that can't continue. Returns what its caller gets. */
    public Throwable fail(Throwable why) {
        Throwable given = why;
        try {
            given = switch (stage) {
                case CLAIMING -> abandoned(why);
                case WORKED -> ending().notRecorded(value, why);
                case FAILED -> ending().notRecordedFailure(Objects.requireNonNull(thrown), why);
                case OWNED -> notRun(why);
                case STARTED, UNPROTECTED, ENDED -> why;
            };
        } catch (Error e) {
            given = e; // the session is closed anyway
        }
        return giveUp(given);
    }

    /** Gives back, in the background, the record of work that never started. */
    private Throwable notRun(Throwable why) {
        if (!sessions.holdByTransaction()) {
            engine.givingBack().add(definition, claim(), true);
        }
        return thrown == null ? why : FailureRule.attach(thrown, why);
    }

    private Throwable abandoned(Throwable why) {
        if (claiming != null) {
            claiming.abandon();
        }
        return why;
    }

    private Step<Turn<T, C>> goOn() {
        return Step.done(new Turn.GoOn<>());
    }
}
