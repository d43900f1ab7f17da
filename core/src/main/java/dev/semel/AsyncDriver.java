package dev.semel;

import dev.semel.Attempt.Found;
import dev.semel.Step.Done;
import dev.semel.Step.Pause;
import dev.semel.Step.Phase;
import dev.semel.store.RecordId;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Drives a call without a thread of its own: every step is a task for the executor, and a pause is a timer. */
@SuppressWarnings("FutureReturnValueIgnored") // whatever is dropped here completes the one result that the caller holds
final class AsyncDriver<T extends @Nullable Object> {
    private final Definition<T> definition;
    private final Engine engine;

    AsyncDriver(Definition<T> definition) {
        this.definition = definition;
        this.engine = definition.engine();
    }

    CompletableFuture<Outcome<T>> attempt(
            RecordId id, Fingerprint fingerprint, Function<Context, ? extends CompletionStage<T>> work) {
        Attempt<T> attempt = new Attempt<>(definition, id, fingerprint, null);
        return drive(attempt).thenCompose(found -> {
            if (found instanceof Found.Answer<T> answer) {
                return CompletableFuture.completedFuture(answer.outcome());
            } else if (found instanceof Found.Owned<T> owned) {
                return own(owned.ownership(), work);
            }
            Found.Unprotected<T> unprotected = (Found.Unprotected<T>) found;
            engine.tell(() -> new Event.RanUnprotected(id.operation(), unprotected.cause()));
            return unprotected(new UnprotectedContext(id.operation(), id.scope(), id.key()), work);
        });
    }

    CompletableFuture<Outcome<T>> unprotected(Context context, Function<Context, ? extends CompletionStage<T>> work) {
        return onExecutor(() -> start(work, context))
                .thenCompose(Function.identity())
                .thenApply(Outcome.Unprotected::new);
    }

    private CompletableFuture<Outcome<T>> own(
            Ownership<T> ownership, Function<Context, ? extends CompletionStage<T>> work) {
        return reconcileOrRun(ownership, work).whenComplete((outcome, thrown) -> {
            if (thrown != null) {
                ownership.giveUp();
            }
        });
    }

    private CompletableFuture<Outcome<T>> reconcileOrRun(
            Ownership<T> ownership, Function<Context, ? extends CompletionStage<T>> work) {
        Reconciler<T> reconciler = ownership.toBeAsked();
        if (reconciler == null) {
            return run(ownership, work);
        }
        return onExecutor(() -> Reconciliation.ask(reconciler, ownership))
                .handle((verdict, thrown) -> {
                    if (thrown != null) {
                        return this.<Outcome<T>>failAfter(ownership.reconcilerFailed(unwrap(thrown)));
                    }
                    Phase<Outcome<T>> ending = Reconciliation.act(ownership, verdict);
                    return ending == null ? run(ownership, work) : drive(ending);
                })
                .thenCompose(Function.identity());
    }

    private CompletableFuture<Outcome<T>> run(
            Ownership<T> ownership, Function<Context, ? extends CompletionStage<T>> work) {
        return onExecutor(() -> start(work, ownership))
                .thenCompose(Function.identity())
                .handle((value, thrown) -> thrown == null
                        ? drive(ownership.completed(value))
                        : this.<Outcome<T>>failAfter(ownership.failed(unwrap(thrown))))
                .thenCompose(Function.identity());
    }

    private CompletableFuture<T> start(Function<Context, ? extends CompletionStage<T>> work, Context context) {
        CompletionStage<T> stage = work.apply(context);
        if (stage == null) {
            throw new IllegalStateException("the work of " + context.facts().operation()
                    + " returned null instead of a CompletionStage; return CompletableFuture.completedFuture(value)");
        }
        return stage.toCompletableFuture();
    }

    private <R extends @Nullable Object> CompletableFuture<R> failAfter(Phase<Throwable> phase) {
        return drive(phase).thenCompose(CompletableFuture::failedFuture);
    }

    private <R extends @Nullable Object> CompletableFuture<R> onExecutor(Supplier<R> task) {
        CompletableFuture<R> result = new CompletableFuture<>();
        execute(result, () -> result.complete(task.get()));
        return result;
    }

    private <R extends @Nullable Object> CompletableFuture<R> drive(Phase<R> phase) {
        CompletableFuture<R> result = new CompletableFuture<>();
        step(phase, result);
        return result;
    }

    private <R extends @Nullable Object> void step(Phase<R> phase, CompletableFuture<R> result) {
        execute(result, () -> {
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
                step(phase, result);
            });
        });
    }

    /**
     * Runs a task on the executor; whatever it throws completes the result, so that no caller waits for nothing. If the executor does not
     * take it, it runs on the timekeeper's threads: a call that owns a record must come to its end, or the lease would be renewed forever.
     */
    private void execute(CompletableFuture<?> result, Runnable task) {
        Runnable guarded = () -> {
            try {
                task.run();
            } catch (Throwable thrown) {
                result.completeExceptionally(thrown);
            }
        };
        try {
            engine.executor().execute(guarded);
        } catch (RejectedExecutionException rejected) {
            engine.time().after(Duration.ZERO, guarded);
        }
    }

    private static Throwable unwrap(Throwable thrown) {
        return thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
    }
}
