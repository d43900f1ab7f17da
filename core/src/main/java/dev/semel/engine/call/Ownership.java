package dev.semel.engine.call;

import dev.semel.Context;
import dev.semel.Event;
import dev.semel.Facts;
import dev.semel.LeaseLostException;
import dev.semel.RecordState;
import dev.semel.engine.join.LocalCalls.LocalCall;
import dev.semel.engine.join.NearCache;
import dev.semel.engine.join.Settled;
import dev.semel.engine.store.Lease;
import dev.semel.policy.FailureMeans;
import dev.semel.policy.Reconciler;
import dev.semel.session.Session;
import dev.semel.store.ClaimResult;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import dev.semel.time.Moment;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The record that a call owns: the context for the work, and the answer for the waiters when the call ends. */
public final class Ownership<T extends @Nullable Object> implements Context {
    private final OperationCall<T, ?> call;
    private final Engine engine;
    private final StoredRecord record;
    private final Facts facts;
    private final boolean tookOver;
    private final Moment askedAt;
    private final long claimedAt;
    private final boolean sentBefore;
    private @Nullable LocalCall joined;

    /**
     * Creates the ownership of a claimed record.
     *
     * @param sentBefore whether an earlier sending of the claim got no answer, and may still arrive
     */
    Ownership(OperationCall<T, ?> call, ClaimResult.Claimed claimed, Moment askedAt, boolean sentBefore) {
        this.call = call;
        this.engine = call.definition().engine();
        this.record = claimed.record();
        this.facts = record.facts();
        this.tookOver = claimed.tookOver();
        this.askedAt = askedAt;
        this.claimedAt = engine.time().nanoTime();
        this.sentBefore = sentBefore;
    }

    /** Answers the waiters of {@code toAnswer} when this ends. */
    void answerThrough(LocalCall toAnswer) {
        joined = toAnswer;
    }

    Definition<T> definition() {
        return call.definition();
    }

    Engine engine() {
        return engine;
    }

    Session<?> session() {
        return call.session();
    }

    /** Returns the lease; {@code null} in a transaction. */
    @Nullable
    Lease lease() {
        LeasedSession leased = call.leased;
        return leased == null ? null : leased.lease;
    }

    /** Returns the token of this owner. */
    public Token token() {
        return record.token();
    }

    RecordId id() {
        return record.id();
    }

    Duration retention() {
        return call.retention();
    }

    /** Returns the reconciler to ask before the work may run; {@code null} if there is none. */
    @Nullable
    Reconciler<T> toBeAsked() {
        return tookOver && !call.isHeldByTransaction() ? definition().reconciler() : null;
    }

    @Override
    public Facts facts() {
        return facts;
    }

    Facts facts(RecordState state) {
        return record.facts(state);
    }

    @Override
    public long epoch() {
        return record.token().epoch();
    }

    @Override
    public String childKey(String name) {
        return ChildKeys.child(id().operation(), id().scope(), id().key(), name);
    }

    @Override
    public boolean stillOwner() {
        return session().isLive();
    }

    @Override
    public Duration timeLeft() {
        return session().timeLeft();
    }

    /** Returns the event for work that ended at {@code workedAt} and is recorded. */
    Event.Executed executed(Facts completed, long workedAt) {
        return new Event.Executed(
                completed,
                Duration.ofNanos(claimedAt - askedAt.nanos()),
                Duration.ofNanos(workedAt - claimedAt),
                Duration.ofNanos(engine.time().nanoTime() - workedAt));
    }

    RecordState stateAfter(FailureMeans means) {
        return switch (means) {
            case RESULT -> RecordState.FAILED;
            case NO_EFFECT, NOTHING_DONE -> toBeAsked() == null ? RecordState.RELEASED : RecordState.IN_DOUBT;
            case UNKNOWN -> definition().mayRunAgain() ? RecordState.ABANDONED : RecordState.IN_DOUBT;
            case STILL_RUNNING -> RecordState.IN_PROGRESS;
        };
    }

    /**
     * Releases the record after an attempt without effect, so that the next call may run. An attempt that was taken
     * over may only be slow, and may take effect after it was ruled out. A reconciler that had to be asked before this
     * attempt therefore has to be asked again.
     */
    Releasing afterNoEffect() {
        return new Releasing(this, toBeAsked() == null ? ReleaseAs.RUNNABLE : ReleaseAs.ABANDONED, retention());
    }

    /**
     * Releases the record after an attempt that did nothing. If it was the first, the record never represented an
     * effect: it is released without a retention, so that its fingerprint binds no later call. Otherwise an earlier
     * attempt may have taken effect, and the record is kept.
     */
    Releasing afterNothingDone() {
        return record.attempt() == 1 ? new Releasing(this, ReleaseAs.RUNNABLE, Duration.ZERO) : afterNoEffect();
    }

    Releasing abandoned() {
        return new Releasing(this, ReleaseAs.ABANDONED, retention());
    }

    /**
     * Follows up a release that lets the next call run. If it was not confirmed, it continues in the background, and an
     * earlier sending of the claim that arrives late must not keep the record.
     */
    void releasedAsRunnable(boolean confirmed, boolean forgotten) {
        if ((!confirmed || sentBefore) && !call.isHeldByTransaction()) {
            engine.givingBack().add(definition(), call.claim(), forgotten);
        }
    }

    /** Marks the lease as lost to another owner, and returns the exception for the caller. */
    LeaseLostException lost(@Nullable Throwable failure) {
        Lease lease = lease();
        if (lease != null) {
            lease.lose();
        }
        return failure == null ? new LeaseLostException(facts) : new LeaseLostException(facts, failure);
    }

    /** Passes a stored result to the waiters and the near cache. */
    void settled(Result result, Moment settleAskedAt, Duration kept) {
        NearCache near = engine.nearCache();
        if (near == null && joined == null) {
            return;
        }
        RecordState state = result.kind() == Result.Kind.VALUE ? RecordState.COMPLETED : RecordState.FAILED;
        Settled settled = new Settled(record.fingerprint(), result, facts(state));
        if (near != null) {
            near.put(id(), settled, settleAskedAt, kept);
        }
        answerJoined(Optional.of(settled));
    }

    /** Ends the call without a result: its waiters have to ask the store. */
    void endedWithoutResult() {
        answerJoined(Optional.empty());
    }

    private void answerJoined(Optional<Settled> answer) {
        if (joined != null) {
            engine.localCalls().end(id(), joined, answer);
        }
    }
}
