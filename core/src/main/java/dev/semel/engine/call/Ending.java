package dev.semel.engine.call;

import dev.semel.Context;
import dev.semel.Event;
import dev.semel.Facts;
import dev.semel.NotRecordedException;
import dev.semel.Outcome;
import dev.semel.RecordState;
import dev.semel.ResultNotKeptException;
import dev.semel.policy.FailureMeans;
import dev.semel.session.Session;
import dev.semel.session.Session.Written;
import dev.semel.store.Result;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides how a call that owns its record ends: what is stored or released, which events the listeners receive, and
 * what the caller gets.
 */
final class Ending<T extends @Nullable Object, C extends Context> {
    private final Definition<T> definition;
    private final Engine engine;
    private final Ownership<T> owner;
    private final boolean inTransaction;

    Ending(OperationCall<T, C> call, Ownership<T> owner) {
        this.definition = call.definition();
        this.engine = definition.engine();
        this.owner = owner;
        this.inTransaction = call.isHeldByTransaction();
    }

    private Session<?> session() {
        return owner.session();
    }

    /** Ends a call whose work returned a value. */
    Step.Phase<Turn<T, C>> executed(T value) {
        long workedAt = engine.time().nanoTime();
        return storing(value, facts -> {
            engine.report(() -> owner.executed(facts, workedAt));
            return new Outcome.Executed<>(value, facts);
        });
    }

    /** Ends a call whose reconciler determined that an earlier attempt took effect with this value. */
    Step.Phase<Turn<T, C>> happened(T value) {
        return storing(value, facts -> {
            engine.report(() -> new Event.Reconciled(facts, "happened"));
            return new Outcome.Replayed<>(value, facts);
        });
    }

    /** Continues a call whose reconciler determined that no earlier attempt took effect: the work may run. */
    void didNotHappen() {
        engine.report(() -> new Event.Reconciled(owner.facts(), "did not happen"));
    }

    /**
     * Ends a call whose reconciler could not determine the outcome. If putting the record back fails, its lease
     * expires, with the same effect.
     */
    Step.Phase<Turn<T, C>> cannotTell() {
        return owner.abandoned().then(problem -> {
            Facts facts = inDoubt(owner.facts());
            engine.report(() -> new Event.Reconciled(facts, "cannot tell"));
            return new Turn.Answer<>(new Outcome.InDoubt<>(facts));
        });
    }

    /** Ends a call whose reconciler threw an exception. */
    Step.Phase<Turn<T, C>> reconcilerFailed(Throwable thrown) {
        return owner.abandoned().then(problem -> threw(thrown, problem));
    }

    /** Ends a call whose work was never started. */
    Step.Phase<Turn<T, C>> notStarted(Throwable refusal) {
        return owner.afterNothingDone().then(problem -> threw(refusal, problem));
    }

    /** Stores a value. If it can't be kept, the work is undone where possible, and otherwise recorded by a tombstone. */
    private Step.Phase<Turn<T, C>> storing(T value, Function<Facts, Outcome<T>> outcome) {
        Duration kept = definition.settings().retentionOf(value);
        Result result = definition.results().ofValue(value);
        String notKept = Results.whyNotKept(result);
        if (notKept != null && session().undoes()) {
            return undone(new IllegalStateException(
                    "the result of " + owner.id().operation() + " can't be kept: " + notKept));
        }
        Storing storing = new Storing(owner, result, null, kept);
        return storing.andThen(written -> written(value, storing.result(), written, outcome));
    }

    /** Ends a call whose work was undone. Effects of the work outside the transaction are unknown. */
    private Step.Phase<Turn<T, C>> undone(Exception why) {
        boolean runnable = inTransaction || definition.mayRunAgain();
        return (runnable ? owner.afterNoEffect() : owner.abandoned()).then(problem -> threw(why, problem));
    }

    private Step.Phase<Turn<T, C>> written(
            T value, Result result, Written written, Function<Facts, Outcome<T>> outcome) {
        if (written instanceof Session.Rejected rejected) {
            return failed(rejected.failure());
        } else if (written instanceof Session.Refused refused
                && !inTransaction
                && session().undoes()) {
            return undone(refused.why()); // the lease still has to be released
        }
        Turn<T, C> last =
                FailureRule.isStored(written) ? stored(result, outcome) : new Turn.Threw<>(unstored(value, written));
        return () -> Step.done(last);
    }

    private Turn<T, C> stored(Result result, Function<Facts, Outcome<T>> outcome) {
        String notKept = Results.whyNotKept(result);
        if (notKept == null) {
            return new Turn.Answer<>(outcome.apply(owner.facts(RecordState.COMPLETED)));
        }
        Facts facts = owner.facts(RecordState.FAILED);
        engine.report(() -> new Event.ResultNotKept(facts, notKept));
        return new Turn.Threw<>(new ResultNotKeptException(notKept, facts));
    }

    private Throwable unstored(T value, Written written) {
        if (written instanceof Session.Overtaken) {
            return owner.lost(null);
        }
        Throwable why = written instanceof Session.Refused refused
                ? refused.why()
                : written instanceof Session.Unknown unknown
                        ? unknown.why()
                        : new IllegalStateException("a value can't be " + written);
        return notRecorded(value, why);
    }

    /**
     * Returns what the caller gets for work that returned and is not recorded: the work was undone if it can be, and
     * otherwise took effect.
     */
    Throwable notRecorded(@Nullable Object value, Throwable cause) {
        if (session().undoes()) {
            return cause;
        }
        engine.report(() -> new Event.NotRecorded(owner.facts()));
        return new NotRecordedException(owner.facts(), value, cause);
    }

    /** Ends a call whose work threw an exception. */
    Step.Phase<Turn<T, C>> failed(Throwable thrown) {
        FailureMeans means = meaningOf(thrown);
        return switch (means) {
            case RESULT ->
                new Storing(owner, Results.ofFailure(thrown), thrown, owner.retention())
                        .then(written -> failureWritten(thrown, written));
            case NO_EFFECT -> owner.afterNoEffect().then(problem -> released(thrown, means, problem));
            case NOTHING_DONE -> owner.afterNothingDone().then(problem -> released(thrown, means, problem));
            case UNKNOWN -> owner.abandoned().then(problem -> released(thrown, means, problem));
            case STILL_RUNNING -> () -> Step.done(released(thrown, means, Optional.empty()));
        };
    }

    /** Returns what an exception means. Work that a transaction has undone took no effect. */
    private FailureMeans meaningOf(Throwable thrown) {
        FailureMeans means = definition.meaningOf(thrown);
        return inTransaction && means != FailureMeans.RESULT ? FailureMeans.NO_EFFECT : means;
    }

    private Turn<T, C> failureWritten(Throwable thrown, Written written) {
        boolean stored = FailureRule.isStored(written);
        reportFailed(thrown, stored ? FailureMeans.RESULT : FailureMeans.UNKNOWN, stored);
        return new Turn.Threw<>(FailureRule.given(thrown, written, owner));
    }

    private Turn<T, C> released(Throwable thrown, FailureMeans means, Optional<Exception> problem) {
        // If the write failed, the lease is left to expire.
        reportFailed(thrown, problem.isEmpty() ? means : FailureMeans.UNKNOWN, false);
        return threw(thrown, problem);
    }

    private void reportFailed(Throwable thrown, FailureMeans means, boolean stored) {
        RecordState state = owner.stateAfter(inTransaction && !stored ? FailureMeans.NO_EFFECT : means);
        Facts facts = owner.facts(state);
        engine.report(() -> new Event.Failed(facts, thrown, stored));
    }

    /** Returns what the caller gets if {@link #failed} itself has failed: it is then unknown whether the failure is stored. */
    Throwable notRecordedFailure(Throwable thrown, Throwable another) {
        if (inTransaction && another instanceof Error) {
            return FailureRule.attach(another, thrown);
        } else if (meaningOf(thrown) != FailureMeans.RESULT) {
            return FailureRule.attach(thrown, another);
        }
        return FailureRule.given(thrown, new Session.Refused(FailureRule.unchecked(another, owner)), owner);
    }

    private static <T extends @Nullable Object, C extends Context> Turn<T, C> threw(
            Throwable thrown, Optional<Exception> problem) {
        problem.ifPresent(each -> FailureRule.attach(thrown, each));
        return new Turn.Threw<>(thrown);
    }

    /** Returns the facts of the record after an owner that could not determine the outcome of its predecessor has given it up. */
    private static Facts inDoubt(Facts facts) {
        return new Facts(
                facts.operation(),
                facts.scope(),
                facts.key(),
                RecordState.IN_DOUBT,
                facts.attempt(),
                facts.since(),
                facts.asOf(),
                null,
                facts.asOf());
    }
}
