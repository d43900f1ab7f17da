package dev.semel.servlet;

import dev.semel.Context;
import dev.semel.http.Answer;
import dev.semel.http.Handler;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import java.io.IOException;
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

    private final ServletExchange exchange;
    private final Terms terms;
    private final CompletableFuture<Answer> answered = new CompletableFuture<>();
    private final CompletableFuture<Start> started = new CompletableFuture<>();
    private final AtomicBoolean decided = new AtomicBoolean();
    private volatile @Nullable Run run;

    /** What the guard gave to run with. */
    static final class Start {
        final byte[] body;
        final @Nullable Context context;

        Start(byte[] body, @Nullable Context context) {
            this.body = body;
            this.context = context;
        }
    }

    Call(ServletExchange exchange, Terms terms) {
        this.exchange = exchange;
        this.terms = terms;
    }

    /** The guard lets the request run, on this thread or another one. If it was answered in the meantime it doesn't. */
    @Override
    public CompletionStage<Answer> handle(byte[] body, @Nullable Context context) {
        if (!decided.compareAndSet(false, true)) {
            return CompletableFuture.completedFuture(Answer.tryAgain());
        }
        started.complete(new Start(body, context));
        return answered;
    }

    /** How a request may wait for another one. */
    enum Waiting {
        /** On its thread. */
        STAYS,
        /** Without a thread. If it could run in the end, it is told to try again. */
        LEAVES,
        /** Without a thread, and it may run in an asynchronous dispatch. */
        LEAVES_AND_RUNS
    }

    /** Follows what the guard decides, on a thread of the container's. */
    void follow(CompletableFuture<Answer> outcome, Pass pass, Waiting waiting) throws IOException, ServletException {
        CompletableFuture<?> turn = CompletableFuture.anyOf(started, outcome).handle((value, thrown) -> value);
        if (turn.isDone() || waiting == Waiting.STAYS) {
            turn.join();
            proceed(pass, outcome);
        } else if (waiting == Waiting.LEAVES_AND_RUNS) {
            leave(pass, turn, again -> resume(again, outcome));
        } else if (decided.compareAndSet(false, true)) {
            leave(pass, turn, again -> Sending.send(Ending.await(outcome), again.response()));
        } else {
            proceed(pass, outcome);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    private void leave(Pass pass, CompletableFuture<?> turn, Resumable next) {
        pass.request().setAttribute(ATTRIBUTE, next);
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
            answered.complete(Answer.tryAgain());
        }
    }

    private void proceed(Pass pass, CompletableFuture<Answer> outcome) throws IOException, ServletException {
        if (decided.compareAndSet(false, true)) {
            Sending.send(Ending.await(outcome), pass.response());
            return;
        }
        Run running = new Run(pass, started.join(), new Ending(answered, outcome, terms), exchange.formReadBefore());
        run = running;
        pass.request().setAttribute(ATTRIBUTE, (Resumable) running::resume);
        running.begin();
    }
}
