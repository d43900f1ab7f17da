package dev.semel;

import dev.semel.Step.Done;
import dev.semel.Step.Pause;
import dev.semel.Step.Phase;
import dev.semel.store.RecordId;
import org.jspecify.annotations.Nullable;

/** Drives a call on the caller's own thread: pauses block it, and the work runs on it. */
final class BlockingDriver<T extends @Nullable Object> {
    private final Definition<T> definition;
    private final Engine engine;

    BlockingDriver(Definition<T> definition) {
        this.definition = definition;
        this.engine = definition.engine();
    }

    <X extends Exception> Outcome<T> attempt(RecordId id, Fingerprint fingerprint, Work.InContext<T, X> work) throws X {
        Attempt<T> attempt = new Attempt<>(definition, id, fingerprint, Thread.currentThread());
        Found<T> found = find(attempt);
        if (found instanceof Found.Answer<T> answer) {
            return answer.outcome();
        } else if (found instanceof Found.Owned<T> owned) {
            return own(owned.ownership(), work);
        }
        Found.Unprotected<T> unprotected = (Found.Unprotected<T>) found;
        engine.tell(() -> new Event.RanUnprotected(id.operation(), unprotected.cause()));
        return new Outcome.Unprotected<>(work.run(UnprotectedContext.of(id)));
    }

    Found<T> find(Attempt<T> attempt) {
        while (true) {
            Step<Found<T>> step = attempt.next();
            if (step instanceof Done<Found<T>> done) {
                return done.value();
            }
            Pause<Found<T>> pause = (Pause<Found<T>>) step;
            try {
                engine.time().await(pause.until(), pause.atMost());
            } catch (InterruptedException e) {
                attempt.abandon();
                Thread.currentThread().interrupt();
                throw new WaitInterruptedException(e);
            }
        }
    }

    private <X extends Exception> Outcome<T> own(Ownership<T> ownership, Work.InContext<T, X> work) throws X {
        try {
            begin(ownership);
            Reconciler<T> reconciler = ownership.toBeAsked();
            Outcome<T> outcome = reconciler == null ? null : reconcile(ownership, reconciler);
            return outcome == null ? run(ownership, work) : outcome;
        } catch (Throwable thrown) {
            ownership.giveUp();
            throw thrown;
        } finally {
            // A field write: without stack giving up fails as well, and the lease would be renewed for ever.
            ownership.lease.ended = true;
        }
    }

    private void begin(Ownership<T> ownership) {
        try {
            ownership.begin();
        } catch (Throwable thrown) {
            finishAfter(thrown, ownership.notStarted(thrown));
            throw thrown;
        }
    }

    /** What goes wrong here is attached to what was thrown first. */
    private void finishAfter(Throwable first, Phase<Throwable> phase) {
        try {
            finish(phase);
        } catch (Throwable another) {
            if (another != first) {
                first.addSuppressed(another);
            }
        }
    }

    private <X extends Exception> Outcome<T> run(Ownership<T> ownership, Work.InContext<T, X> work) throws X {
        T value;
        try {
            value = work.run(ownership);
        } catch (Throwable thrown) {
            if (given(ownership, thrown) instanceof SemelException instead && instead != thrown) {
                throw instead;
            }
            throw thrown;
        }
        return record(ownership, value);
    }

    /** The work took effect: whatever keeps that from being recorded, the caller learns it as just that. */
    private Outcome<T> record(Ownership<T> ownership, T value) {
        try {
            return finish(ownership.completed(value));
        } catch (SemelException e) {
            throw e;
        } catch (Throwable thrown) {
            throw ownership.notRecorded(value, thrown);
        }
    }

    /** What the reconciler's verdict comes to; {@code null} if the work has to run. */
    private @Nullable Outcome<T> reconcile(Ownership<T> ownership, Reconciler<T> reconciler) {
        Reconciler.Verdict<T> verdict;
        try {
            verdict = Reconciliation.ask(reconciler, ownership);
        } catch (Throwable thrown) {
            finishAfter(thrown, ownership.reconcilerFailed(thrown));
            throw thrown;
        }
        Phase<Outcome<T>> ending = Reconciliation.act(ownership, verdict);
        return ending == null ? null : finish(ending);
    }

    /** What the caller gets when the work has thrown. */
    private Throwable given(Ownership<T> ownership, Throwable thrown) {
        try {
            return finish(ownership.failed(thrown));
        } catch (Throwable another) {
            return ownership.notRecordedFailure(thrown, another);
        }
    }

    /** The work is done, so an interrupt must not keep its result from being stored: it is put off until that has happened. */
    private <R extends @Nullable Object> R finish(Phase<R> phase) {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                Step<R> step = phase.next();
                if (step instanceof Done<R> done) {
                    return done.value();
                }
                Pause<R> pause = (Pause<R>) step;
                try {
                    engine.time().await(pause.until(), pause.atMost());
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
