package dev.semel;

import dev.semel.LocalCalls.LocalCall;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.RecordId;
import dev.semel.store.RecordState;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.StoreException;
import dev.semel.store.StoredRecord;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The second phase of a call: it owns the record, runs the work, and ends the lease. Every write carries the token, so whatever happened
 * in between, an owner that has lost its lease changes nothing.
 */
final class Ownership<T extends @Nullable Object> implements Context {
    private final Definition<T> definition;
    private final Engine engine;
    private final StoredRecord record;
    final Lease lease;
    private final boolean tookOver;
    private final ClaimRequest request;
    private final long askedAt;
    private final long claimedAt;
    private boolean sentBefore;
    private @Nullable LocalCall call;
    private @Nullable FailureMeans meaning;

    Ownership(Definition<T> definition, ClaimResult.Claimed claimed, ClaimRequest request, Moment askedAt) {
        this.definition = definition;
        this.engine = definition.engine();
        this.record = claimed.record();
        this.tookOver = claimed.tookOver();
        this.request = request;
        this.askedAt = askedAt.nanos();
        this.claimedAt = engine.time().nanoTime();
        this.lease = new Lease(engine, record, request.terms(), askedAt);
    }

    /**
     * To be called where the work is about to start, and not before: a lease that is kept for work that never starts would be kept for
     * ever. If it is over by now, only the store knows whether the record is still this call's.
     *
     * @throws LeaseLostException if it is not
     * @throws StoreException if the store does not say
     */
    void begin() {
        definition.leases().keep(lease);
        if (!lease.isLive() && !lease.renewNow()) {
            throw new LeaseLostException(facts());
        }
    }

    /** Whether an earlier sending of the claim got no answer, and may arrive still. */
    void sentBefore(boolean unanswered) {
        sentBefore = unanswered;
    }

    /** Those who join {@code toAnswer} are answered when this ends. */
    void answerThrough(LocalCall toAnswer) {
        call = toAnswer;
    }

    Engine engine() {
        return engine;
    }

    RecordId id() {
        return record.id();
    }

    Lease lease() {
        return lease;
    }

    Duration retention() {
        return definition.settings().retention();
    }

    /** Who must be asked before the work may run; {@code null} if nobody. */
    @Nullable
    Reconciler<T> toBeAsked() {
        return tookOver ? definition.reconciler() : null;
    }

    @Override
    public Facts facts() {
        return lease.facts();
    }

    @Override
    public long epoch() {
        return lease.token().epoch();
    }

    @Override
    public String childKey(String name) {
        return Keys.child(id().operation(), id().scope(), id().key(), name);
    }

    @Override
    public boolean stillOwner() {
        return lease.isLive();
    }

    @Override
    public Duration timeLeft() {
        return lease.timeLeft();
    }

    /** The work gave a value. */
    Step.Phase<Outcome<T>> completed(T value) {
        long workedAt = engine.time().nanoTime();
        return settling(value).then(facts -> {
            engine.tell(() -> new Event.Executed(
                    facts,
                    Duration.ofNanos(claimedAt - askedAt),
                    Duration.ofNanos(workedAt - claimedAt),
                    Duration.ofNanos(engine.time().nanoTime() - workedAt)));
            return new Outcome.Executed<>(value, facts);
        });
    }

    /** A reconciler found out that an earlier attempt took effect and gave this value. */
    Step.Phase<Outcome<T>> happened(T value) {
        return settling(value).then(facts -> {
            engine.tell(() -> new Event.Reconciled(facts, "happened"));
            return new Outcome.Replayed<>(value, facts);
        });
    }

    /** A reconciler found out that no earlier attempt took effect: the work may run. */
    void didNotHappen() {
        engine.tell(() -> new Event.Reconciled(facts(), "did not happen"));
    }

    /** A reconciler could not tell. If putting the record back fails, its lease runs out by itself, which comes to the same. */
    Step.Phase<Outcome<T>> cannotTell() {
        return new Releasing(this, ReleaseAs.ABANDONED).then(problem -> {
            Facts facts = Facts.of(record).inDoubt();
            engine.tell(() -> new Event.Reconciled(facts, "cannot tell"));
            return new Outcome.InDoubt<>(facts);
        });
    }

    /** The reconciler has thrown. */
    Step.Phase<Throwable> reconcilerFailed(Throwable thrown) {
        return new Releasing(this, ReleaseAs.ABANDONED).then(problem -> attach(thrown, problem));
    }

    /**
     * The work has thrown. Gives what the caller gets: just that, with what went wrong in recording it attached. But a failure that is a result
     * is like a value: nobody gets it before it is stored, since another call may get something else.
     */
    Step.Phase<Throwable> failed(Throwable thrown) {
        FailureMeans means = definition.meaningOf(thrown);
        meaning = means;
        return recording(means, thrown).then(problem -> {
            boolean stored = means == FailureMeans.RESULT && problem.isEmpty();
            // What could not be written leaves a lease that runs out.
            Facts facts = Facts.of(record, stateAfter(problem.isEmpty() ? means : FailureMeans.UNKNOWN));
            engine.tell(() -> new Event.Failed(facts, thrown, stored));
            return means == FailureMeans.RESULT
                    ? problem.map(each -> unlessStored(thrown, each)).orElse(thrown)
                    : attach(thrown, problem);
        });
    }

    private Step.Phase<Optional<SemelException>> recording(FailureMeans means, Throwable thrown) {
        return switch (means) {
            case RESULT -> new Settling(this, null, Results.ofFailure(thrown), retention()).orProblem();
            case NO_EFFECT -> new Releasing(this, afterNoEffect());
            case NOTHING_DONE -> afterNothingDone();
            case UNKNOWN -> new Releasing(this, ReleaseAs.ABANDONED);
            case STILL_RUNNING ->
                () -> {
                    giveUp();
                    return Step.done(Optional.empty());
                };
        };
    }

    private RecordState stateAfter(FailureMeans means) {
        return switch (means) {
            case RESULT -> RecordState.FAILED;
            case NO_EFFECT, NOTHING_DONE -> toBeAsked() == null ? RecordState.RELEASED : RecordState.IN_DOUBT;
            case UNKNOWN -> definition.mayRunAgain() ? RecordState.ABANDONED : RecordState.IN_DOUBT;
            case STILL_RUNNING -> RecordState.IN_PROGRESS;
        };
    }

    /**
     * This attempt took no effect, so the next call may run. But one that was taken over may only be slow and take effect still, after it was
     * ruled out: whoever had to be asked before this attempt has to be asked again.
     */
    private ReleaseAs afterNoEffect() {
        return toBeAsked() == null ? ReleaseAs.RUNNABLE : ReleaseAs.ABANDONED;
    }

    /**
     * This attempt did nothing at all. If it was the first, the record never stood for anything: it is released without a retention, so that its
     * fingerprint binds no later call. Otherwise an earlier attempt may have taken effect, and the record is kept.
     */
    private Releasing afterNothingDone() {
        return record.attempt() == 1
                ? new Releasing(this, ReleaseAs.RUNNABLE, Duration.ZERO)
                : new Releasing(this, afterNoEffect());
    }

    /** The work was never begun. */
    Step.Phase<Throwable> notStarted(Throwable refusal) {
        return afterNothingDone().then(problem -> attach(refusal, problem));
    }

    /** The work took effect, and that is not recorded. */
    NotRecordedException notRecorded(@Nullable Object value, Throwable cause) {
        engine.tell(() -> new Event.NotRecorded(facts()));
        return new NotRecordedException(facts(), value, cause);
    }

    /** What the caller gets if something has gone wrong in {@link #failed} itself: nobody knows then whether the failure is stored. */
    Throwable notRecordedFailure(Throwable thrown, Throwable another) {
        if (meaning == FailureMeans.RESULT) {
            return unlessStored(
                    thrown,
                    another instanceof SemelException known
                            ? known
                            : new StoreException("the failure of " + id() + " could not be stored", another));
        }
        if (another != thrown) {
            thrown.addSuppressed(another);
        }
        return thrown;
    }

    private Throwable unlessStored(Throwable failure, SemelException problem) {
        if (problem instanceof LeaseLostException) {
            return new LeaseLostException(facts(), failure);
        } else if (problem instanceof ResultTooLargeException) {
            // It will never be stored, however often it is asked for.
            return attach(failure, Optional.of(problem));
        }
        StoreException notStored = new StoreException(
                "attempt " + record.attempt() + " of " + id()
                        + " failed, and that could not be stored, so the next attempt may end"
                        + " otherwise; call again with the same key",
                failure);
        notStored.addSuppressed(problem);
        return notStored;
    }

    private static Throwable attach(Throwable thrown, Optional<SemelException> problem) {
        problem.filter(each -> each != thrown).ifPresent(thrown::addSuppressed);
        return thrown;
    }

    private Step.Phase<Facts> settling(T value) {
        Duration kept = definition.settings().retentionOf(value);
        return new Settling(this, value, definition.results().ofValue(value), kept).then(stored -> {
            String notKept = Results.whyNotKept(stored);
            if (notKept != null) {
                Facts facts = Facts.of(record, RecordState.FAILED);
                engine.tell(() -> new Event.ResultNotKept(facts, notKept));
                throw new ResultNotKeptException(notKept, facts);
            }
            return Facts.of(record, RecordState.COMPLETED);
        });
    }

    /**
     * To be called when the lease was to be given up so that the next call runs. What was not confirmed goes on in the background, and an
     * earlier sending of the claim that arrives only now must not keep the record.
     */
    void releasedAsRunnable(boolean confirmed, boolean forgotten) {
        if (!confirmed || sentBefore) {
            engine.givingBack().add(definition, request, forgotten);
        }
    }

    /** To be called when a call ends in any way that was not meant: the lease is left to run out, and nobody waits for it here. */
    void giveUp() {
        stopRenewing();
        endedWithoutResult();
    }

    /** No renewals from now on. */
    void stopRenewing() {
        definition.leases().drop(lease);
    }

    /** The result is in the store: those who joined get it, and the near cache. */
    void settled(Result result, Moment settleAskedAt, Duration kept) {
        RecordState state = result.kind() == Result.Kind.VALUE ? RecordState.COMPLETED : RecordState.FAILED;
        Settled settled = new Settled(record.fingerprint(), result, Facts.of(record, state));
        NearCache near = engine.nearCache();
        if (near != null) {
            near.put(id(), settled, settleAskedAt, kept);
        }
        answerJoined(Optional.of(settled));
    }

    /** The lease ended without a result of this call: those who joined have to look for themselves. */
    void endedWithoutResult() {
        answerJoined(Optional.empty());
    }

    private void answerJoined(Optional<Settled> answer) {
        if (call != null) {
            engine.localCalls().end(id(), call, answer);
        }
    }
}
