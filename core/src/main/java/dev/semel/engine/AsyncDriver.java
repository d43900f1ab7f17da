package dev.semel.engine;

import dev.semel.Context;
import dev.semel.Outcome;
import dev.semel.WaitInterruptedException;
import dev.semel.engine.call.Engine;
import dev.semel.engine.call.OperationCall;
import dev.semel.engine.call.Step;
import dev.semel.engine.call.Turn;
import dev.semel.thread.OnceOnly;
import dev.semel.thread.StackRoom;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Drives a call without a dedicated thread: every step is a task for the executor, and a pause is a timer.
 *
 * <p>An executor may refuse any task. Before the claim, the call then fails. Before the work, the record is given back.
 * After the work, the steps continue in the background, since a result that exists must be recorded.
 */
@SuppressWarnings("FutureReturnValueIgnored") // each dropped future completes the one result that the caller holds
final class AsyncDriver<T extends @Nullable Object, C extends Context> {
    /** The limit fires later than the step that would report the same, since that step has the facts of the store. */
    private static final Duration ALMOST_NOW = Duration.ofMillis(20);

    private final OperationCall<T, C> call;
    private final Function<? super C, ? extends CompletionStage<T>> work;
    private final Engine engine;
    private final Executor where;
    // The caller may cancel this future. The call continues anyway, so that a claimed record is not left without an
    // owner.
    private final CompletableFuture<Outcome<T>> ended = new CompletableFuture<>();
    private volatile Runnable noLimit = () -> {};

    /**
     * Drives a call.
     *
     * @param where the executor that claims, asks reconcilers and starts the work, until the first pause
     */
    AsyncDriver(OperationCall<T, C> call, Function<? super C, ? extends CompletionStage<T>> work, Executor where) {
        this.call = call;
        this.work = work;
        this.engine = call.definition().engine();
        this.where = where;
    }

    CompletableFuture<Outcome<T>> drive() {
        step(where);
        if (call.isClaiming() && !ended.isDone()) {
            noLimit = limit();
            if (!call.isClaiming()) {
                noLimit.run();
            }
        }
        return ended;
    }

    /**
     * Ends a wait at its limit even if the executor has no thread for the step that would report it. The returned task
     * cancels the limit.
     */
    private Runnable limit() {
        return call.definition()
                .patience()
                .map(limit -> engine.time()
                        .after(limit.plus(ALMOST_NOW), () -> call.knownOwner().ifPresent(ended::complete)))
                .orElse(() -> {});
    }

    private void step(Executor place) {
        if (!call.mustFinish()) {
            OnceOnly.execute(place, () -> go(call::next), refusal -> go(() -> call.refuse(refusal)));
            return;
        }
        Runnable last = () -> go(call::next);
        try {
            OnceOnly.execute(place, () -> uninterrupted(last), refusal -> refused(last));
        } catch (Throwable nowhere) {
            fail(nowhere);
        }
    }

    /** Runs the last step although the executor has refused it. A transaction does not leave its thread. */
    private void refused(Runnable last) {
        if (call.isHeldByTransaction()) {
            uninterrupted(last);
        } else {
            engine.time().inBackground(last);
        }
    }

    /** Defers an interrupt until the task is done: the work has completed, so an interrupt must not keep its result from being stored. */
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

    /** Runs a step. Anything it throws completes the result, so that no caller waits forever. */
    private void go(java.util.function.Supplier<Step<Turn<T, C>>> next) {
        try {
            follow(next.get());
        } catch (Throwable thrown) {
            fail(thrown);
        }
    }

    private void fail(Throwable thrown) {
        Throwable given = thrown;
        try {
            given = call.fail(thrown);
        } finally {
            ended.completeExceptionally(given);
        }
    }

    private void follow(Step<Turn<T, C>> step) {
        if (step instanceof Step.Pause<Turn<T, C>> pause) {
            pause(pause);
            return;
        }
        noLimit.run();
        Turn<T, C> turn = ((Step.Done<Turn<T, C>>) step).value();
        if (turn instanceof Turn.Answer<T, C> answer) {
            ended.complete(answer.outcome());
        } else if (turn instanceof Turn.Threw<T, C> threw) {
            ended.completeExceptionally(threw.given());
        } else if (turn instanceof Turn.Run<T, C> run) {
            run(run.context());
        } else {
            step(where);
        }
    }

    private void pause(Step.Pause<?> pause) {
        if (call.isHeldByTransaction()) {
            pauseHere(pause);
            return;
        }
        AtomicBoolean continued = new AtomicBoolean();
        CompletableFuture<@Nullable Object> over = new CompletableFuture<>();
        Runnable cancel = engine.time().after(pause.atMost(), () -> {
            over.complete(null);
            continueOnce(continued);
        });
        CompletableFuture<?> until = pause.until();
        if (until != null) {
            // anyOf removes its callback from the other future when the time has passed: a long wait must not leave a
            // callback for each pause.
            CompletableFuture.anyOf(over, until).whenComplete((answer, thrown) -> {
                StackRoom.requireForOthers(); // if another caller's thread has too little left, the timer continues
                cancel.run();
                continueOnce(continued);
            });
        }
    }

    private void continueOnce(AtomicBoolean continued) {
        if (continued.compareAndSet(false, true)) {
            step(engine.executor());
        }
    }

    /** Pauses on the same thread, since a transaction does not leave its thread. */
    private void pauseHere(Step.Pause<?> pause) {
        boolean interrupted = false;
        try {
            engine.time().await(pause.until(), pause.atMost());
        } catch (InterruptedException e) {
            interrupted = true;
            if (!call.mustFinish()) {
                Thread.currentThread().interrupt();
                fail(new WaitInterruptedException(e));
                return;
            }
        }
        try {
            step(where);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void run(C context) {
        CompletionStage<T> stage;
        try {
            stage = start(context);
        } catch (Throwable thrown) {
            worked(() -> call.threw(thrown));
            return;
        }
        stage.whenComplete((value, thrown) -> {
            if (thrown == null) {
                worked(() -> call.returned(value));
            } else {
                worked(() -> call.threw(unwrap(thrown)));
            }
        });
    }

    private CompletionStage<T> start(C context) {
        CompletionStage<T> stage = work.apply(context);
        if (stage == null) {
            throw new IllegalStateException("the work of " + context.facts().operation()
                    + " returned null instead of a CompletionStage; return CompletableFuture.completedFuture(value)");
        }
        return stage;
    }

    /** Ends a call. Without a record, it ends on the thread on which the work has ended. */
    private void worked(Runnable handIn) {
        try {
            handIn.run();
            if (call.mustFinish()) {
                step(where);
            } else {
                go(call::next);
            }
        } catch (Throwable thrown) { // a stage would drop it, and the caller would wait forever
            fail(thrown);
        }
    }

    private static Throwable unwrap(Throwable thrown) {
        return thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
    }
}
