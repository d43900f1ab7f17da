package dev.semel;

import dev.semel.Step.Done;
import dev.semel.Step.Pause;
import dev.semel.Step.Phase;
import dev.semel.store.RecordId;
import dev.semel.store.StoreException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Drives a call without a thread of its own: every step is a task for the executor, and a pause is a timer.
 *
 * <p>An executor may refuse any task. Before the claim the call fails; before the work the record is given back; after the work the
 * steps go on in the background, since a result that is there must be recorded.
 */
@SuppressWarnings("FutureReturnValueIgnored") // whatever is dropped here completes the one result that the caller holds
final class AsyncDriver<T extends @Nullable Object> {
    /** Later than the step that would say it: that one has the facts of the store. */
    private static final Duration ALMOST_NOW = Duration.ofMillis(20);

    private final Definition<T> definition;
    private final Engine engine;
    private final Executor where;
    private final Place finding;
    private final Place finishing;

    /** Where the steps of a phase are made: a thread that a pause has given back is not taken again. */
    private record Place(Executor first, Executor afterPause) {
        Place next() {
            return new Place(afterPause, afterPause);
        }
    }

    /**
     * Drives calls.
     *
     * @param where the store is asked, reconcilers are, and work is started
     */
    AsyncDriver(Definition<T> definition, Executor where) {
        this.definition = definition;
        this.engine = definition.engine();
        this.where = where;
        this.finding = new Place(where, engine.executor());
        this.finishing = new Place(orInBackground(where), orInBackground(engine.executor()));
    }

    private Executor orInBackground(Executor executor) {
        return task -> OnceOnly.execute(
                executor, () -> uninterrupted(task), refusal -> engine.time().inBackground(task));
    }

    /** The work is done, so an interrupt must not keep its result from being stored: it is put off until that has happened. */
    private static void uninterrupted(Runnable task) {
        boolean interrupted = Thread.interrupted();
        try {
            task.run();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    CompletableFuture<Outcome<T>> attempt(
            RecordId id, Fingerprint fingerprint, Function<Context, ? extends CompletionStage<T>> work) {
        Attempt<T> attempt = new Attempt<>(definition, id, fingerprint, null);
        // Of the caller's own: whatever the caller does to it, such as cancelling it, a record that is claimed gets its
        // owner.
        CompletableFuture<Outcome<T>> ended = new CompletableFuture<>();
        CompletableFuture<Found<T>> found = drive(() -> attempt, finding);
        Runnable noLimit = found.isDone() ? () -> {} : limit(attempt, ended);
        found.whenComplete((result, thrown) -> {
            noLimit.run();
            if (thrown != null) {
                attempt.abandon();
                ended.completeExceptionally(unwrap(thrown));
            } else {
                failingInto(ended, () -> follow(id, result, work, ended)).run();
            }
        });
        return ended;
    }

    /** A wait ends at its limit even if the executor has no thread for the step that would say so; the returned task takes that back. */
    private Runnable limit(Attempt<T> attempt, CompletableFuture<Outcome<T>> ended) {
        return definition
                .patience()
                .map(limit -> engine.time()
                        .after(
                                limit.plus(ALMOST_NOW),
                                () -> attempt.knownOwner().ifPresent(ended::complete)))
                .orElse(() -> {});
    }

    private void follow(
            RecordId id,
            Found<T> found,
            Function<Context, ? extends CompletionStage<T>> work,
            CompletableFuture<Outcome<T>> ended) {
        if (found instanceof Found.Answer<T> answer) {
            ended.complete(answer.outcome());
        } else if (found instanceof Found.Owned<T> owned) {
            own(owned.ownership(), work, ended);
        } else {
            StoreException cause = ((Found.Unprotected<T>) found).cause();
            engine.tell(() -> new Event.RanUnprotected(id.operation(), cause));
            unprotected(UnprotectedContext.of(id), work, ended);
        }
    }

    CompletableFuture<Outcome<T>> unprotected(Context context, Function<Context, ? extends CompletionStage<T>> work) {
        CompletableFuture<Outcome<T>> ended = new CompletableFuture<>();
        unprotected(context, work, ended);
        return ended;
    }

    private void unprotected(
            Context context,
            Function<Context, ? extends CompletionStage<T>> work,
            CompletableFuture<Outcome<T>> ended) {
        Runnable working = () -> start(work, context).whenComplete((value, thrown) -> {
            if (thrown == null) {
                ended.complete(new Outcome.Unprotected<>(value));
            } else {
                ended.completeExceptionally(unwrap(thrown));
            }
        });
        OnceOnly.execute(where, failingInto(ended, working), ended::completeExceptionally);
    }

    /** However the call ends without a result, its lease is not renewed after that. */
    private void own(
            Ownership<T> ownership,
            Function<Context, ? extends CompletionStage<T>> work,
            CompletableFuture<Outcome<T>> ended) {
        CompletableFuture<Outcome<T>> owned = new CompletableFuture<>();
        owned.whenComplete((outcome, thrown) -> {
            if (thrown != null) {
                ownership.giveUp();
            }
        });
        pass(owned, ended);
        OnceOnly.execute(
                where,
                failingInto(owned, () -> begin(ownership, work, owned)),
                refusal -> failAfter(() -> ownership.notStarted(refusal), refusal, owned));
    }

    private void begin(
            Ownership<T> ownership,
            Function<Context, ? extends CompletionStage<T>> work,
            CompletableFuture<Outcome<T>> ended) {
        try {
            ownership.begin();
        } catch (Throwable thrown) {
            failAfter(() -> ownership.notStarted(thrown), thrown, ended);
            return;
        }
        Reconciler<T> reconciler = ownership.toBeAsked();
        Phase<Outcome<T>> ending = null;
        if (reconciler != null) {
            try {
                ending = Reconciliation.act(ownership, Reconciliation.ask(reconciler, ownership));
            } catch (Throwable thrown) {
                failAfter(() -> ownership.reconcilerFailed(thrown), thrown, ended);
                return;
            }
        }
        if (ending == null) {
            run(ownership, work, ended);
        } else {
            Phase<Outcome<T>> known = ending;
            pass(finish(() -> known), ended);
        }
    }

    private void run(
            Ownership<T> ownership,
            Function<Context, ? extends CompletionStage<T>> work,
            CompletableFuture<Outcome<T>> ended) {
        CompletionStage<T> stage;
        try {
            stage = start(work, ownership);
        } catch (Throwable thrown) {
            fail(ownership, thrown, ended);
            return;
        }
        stage.whenComplete((value, thrown) -> {
            if (thrown == null) {
                record(ownership, value, ended);
            } else {
                fail(ownership, unwrap(thrown), ended);
            }
        });
    }

    /** The work took effect: whatever keeps that from being recorded, the caller learns it as just that. */
    private void record(Ownership<T> ownership, T value, CompletableFuture<Outcome<T>> ended) {
        finish(() -> ownership.completed(value)).whenComplete((outcome, thrown) -> {
            if (thrown == null) {
                ended.complete(outcome);
            } else {
                Throwable cause = unwrap(thrown);
                ended.completeExceptionally(
                        cause instanceof SemelException ? cause : ownership.notRecorded(value, cause));
            }
        });
    }

    private void fail(Ownership<T> ownership, Throwable thrown, CompletableFuture<Outcome<T>> ended) {
        finish(() -> ownership.failed(thrown)).whenComplete((given, another) -> {
            ended.completeExceptionally(
                    another == null ? given : ownership.notRecordedFailure(thrown, unwrap(another)));
        });
    }

    /** The caller gets what the phase gives, or what was thrown first if anything goes wrong here. */
    private void failAfter(Supplier<Phase<Throwable>> phase, Throwable first, CompletableFuture<Outcome<T>> ended) {
        finish(phase).whenComplete((given, another) -> {
            if (another != null && unwrap(another) != first) {
                first.addSuppressed(unwrap(another));
            }
            ended.completeExceptionally(another == null ? given : first);
        });
    }

    private static <T extends @Nullable Object> CompletionStage<T> start(
            Function<Context, ? extends CompletionStage<T>> work, Context context) {
        CompletionStage<T> stage = work.apply(context);
        if (stage == null) {
            throw new IllegalStateException("the work of " + context.facts().operation()
                    + " returned null instead of a CompletionStage; return CompletableFuture.completedFuture(value)");
        }
        return stage;
    }

    /** Drives a phase that has to come to its end. */
    private <R extends @Nullable Object> CompletableFuture<R> finish(Supplier<Phase<R>> phase) {
        return drive(phase, finishing);
    }

    /** Drives a phase, which is made by its first step: not on the thread that asks for it. */
    private <R extends @Nullable Object> CompletableFuture<R> drive(Supplier<Phase<R>> phase, Place place) {
        CompletableFuture<R> result = new CompletableFuture<>();
        step(phase, place, result);
        return result;
    }

    private <R extends @Nullable Object> void step(Supplier<Phase<R>> made, Place place, CompletableFuture<R> result) {
        Runnable stepping = () -> {
            Phase<R> phase = made.get();
            Step<R> step = phase.next();
            if (step instanceof Done<R> done) {
                result.complete(done.value());
                return;
            }
            Pause<R> pause = (Pause<R>) step;
            CompletableFuture<@Nullable Object> over = new CompletableFuture<>();
            Runnable cancel = engine.time().after(pause.atMost(), () -> over.complete(null));
            // anyOf, since it takes itself off the other future when the time is over: a long wait must not leave a
            // callback for each pause.
            CompletableFuture<?> either = pause.until() == null ? over : CompletableFuture.anyOf(over, pause.until());
            either.whenComplete((answer, thrown) -> {
                cancel.run();
                step(() -> phase, place.next(), result);
            });
        };
        OnceOnly.execute(place.first(), failingInto(result, stepping), result::completeExceptionally);
    }

    /** Whatever the task throws completes the result, so that no caller waits for nothing. */
    private static Runnable failingInto(CompletableFuture<?> result, Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (Throwable thrown) {
                result.completeExceptionally(thrown);
            }
        };
    }

    private static <R extends @Nullable Object> void pass(CompletableFuture<R> from, CompletableFuture<R> to) {
        from.whenComplete((value, thrown) -> {
            if (thrown == null) {
                to.complete(value);
            } else {
                to.completeExceptionally(unwrap(thrown));
            }
        });
    }

    private static Throwable unwrap(Throwable thrown) {
        return thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
    }
}
