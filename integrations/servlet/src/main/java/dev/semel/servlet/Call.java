package dev.semel.servlet;

import dev.semel.Context;
import dev.semel.http.Answer;
import dev.semel.http.Handler;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A guarded request until it is known whether it runs. If it does, it becomes a {@link Run} on a thread of the container's; else what the
 * guard says is sent. A request that has to wait for another one leaves its thread if it may, and is dispatched when it has its answer
 * or its turn.
 */
final class Call implements Handler {
    static final String ATTRIBUTE = "dev.semel.servlet.call";
    private static final Answer NOT_RUN = Answer.of(503, List.of(), new byte[0]).notStored();

    private final ServletExchange exchange;
    private final int answerLimit;
    private final CompletableFuture<Answer> answered = new CompletableFuture<>();
    private final CompletableFuture<Start> started = new CompletableFuture<>();
    private final AtomicBoolean decided = new AtomicBoolean();
    private volatile @Nullable Run run;

    /** What the guard gave to run with. */
    static final class Start {
        final byte[] body;
        final @Nullable Context context;

        private Start(byte[] body, @Nullable Context context) {
            this.body = body;
            this.context = context;
        }
    }

    Call(ServletExchange exchange, int answerLimit) {
        this.exchange = exchange;
        this.answerLimit = answerLimit;
    }

    /** The guard lets the request run, on this thread or another one. If it was answered in the meantime it doesn't. */
    @Override
    public CompletionStage<Answer> handle(byte[] body, @Nullable Context context) {
        if (!decided.compareAndSet(false, true)) {
            return CompletableFuture.completedFuture(NOT_RUN);
        }
        started.complete(new Start(body, context));
        return answered;
    }

    /** Follows what the guard decides, on a thread of the container's, which it leaves if it has to wait and may. */
    void follow(CompletableFuture<Answer> outcome, Pass pass, boolean mayLeave) throws IOException, ServletException {
        CompletableFuture<?> turn = CompletableFuture.anyOf(started, outcome).handle((value, thrown) -> value);
        if (turn.isDone() || !mayLeave) {
            turn.join();
            proceed(pass, outcome);
        } else {
            leave(pass, outcome, turn);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    private void leave(Pass pass, CompletableFuture<Answer> outcome, CompletableFuture<?> turn) {
        pass.request().setAttribute(ATTRIBUTE, (Resumable) again -> resume(again, outcome));
        AsyncContext parked = pass.request().startAsync();
        parked.setTimeout(0);
        parked.addListener(AsyncEnd.then(this::giveBack));
        turn.whenComplete((value, thrown) -> {
            try {
                parked.dispatch();
            } catch (RuntimeException e) {
                giveBack();
            }
        });
    }

    /** Goes on in a pass that an asynchronous dispatch has brought. */
    @FunctionalInterface
    interface Resumable {
        void resume(Pass pass) throws IOException, ServletException;
    }

    private void resume(Pass pass, CompletableFuture<Answer> outcome) throws IOException, ServletException {
        Run running = run;
        if (running == null) {
            proceed(pass, outcome);
        } else {
            running.resume(pass);
        }
    }

    /** If the container has given the request up before it could run, the next one may. */
    private void giveBack() {
        if (run == null) {
            answered.complete(NOT_RUN);
        }
    }

    private void proceed(Pass pass, CompletableFuture<Answer> outcome) throws IOException, ServletException {
        if (decided.compareAndSet(false, true)) {
            Sending.send(Ending.await(outcome), pass.response());
            return;
        }
        Run running =
                new Run(pass, started.join(), new Ending(answered, outcome, answerLimit), exchange.formReadBefore());
        run = running;
        pass.request().setAttribute(ATTRIBUTE, (Resumable) running::resume);
        running.begin();
    }
}
