package dev.semel.servlet;

import dev.semel.http.Entry;
import dev.semel.http.Reply;
import dev.semel.http.Ticket;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A request that has entered the guard, until it is known whether it runs: then it becomes a {@link Run}. A request that has to wait for another one
 * leaves its thread if it may, and is dispatched when it has its answer or its turn.
 *
 * @param waiting how it may wait
 * @param settings of the filter
 */
record Visit(ServletExchange exchange, Waiting waiting, Terms.Settings settings) {
    /** A request attribute: what goes on with the request when it is dispatched. */
    static final String ATTRIBUTE = "dev.semel.servlet.call";

    /** How a request may wait for another one. */
    enum Waiting {
        /** On its thread. */
        STAYS,
        /** Without a thread. If it could run in the end, it is told to try again. */
        LEAVES,
        /** Without a thread, and it may run in an asynchronous dispatch. */
        LEAVES_AND_RUNS
    }

    /** Goes on in a pass that an asynchronous dispatch has brought. */
    @FunctionalInterface
    interface Resumable {
        void resume(Pass pass) throws IOException, ServletException;
    }

    /** Does what the guard says, on a thread of the container's. */
    void proceed(Entry entry, Pass pass) throws IOException, ServletException {
        if (entry instanceof Entry.PassThrough) {
            pass.on();
        } else if (entry instanceof Entry.Send send) {
            Sending.send(send.answer(), pass.response());
        } else if (entry instanceof Entry.Run running) {
            run(running.ticket(), pass).begin();
        } else if (entry instanceof Entry.Wait wait) {
            await(wait.next().toCompletableFuture(), pass);
        }
    }

    private Run run(Ticket ticket, Pass pass) {
        Run run = new Run(pass, ticket, Terms.leased(ticket.answerLimit(), settings), exchange.formReadBefore());
        pass.request().setAttribute(ATTRIBUTE, (Resumable) run::resume);
        return run;
    }

    private void await(CompletableFuture<Entry> next, Pass pass) throws IOException, ServletException {
        if (next.isDone() || waiting == Waiting.STAYS) {
            proceed(Stages.await(next), pass);
        } else {
            park(waiting == Waiting.LEAVES ? next.thenCompose(Visit::withoutRun) : next, pass);
        }
    }

    private static CompletableFuture<Entry> withoutRun(Entry entry) {
        return entry instanceof Entry.Run running
                ? running.ticket()
                        .giveBack()
                        .<Entry>thenApply(reply -> new Entry.Send(((Reply.Instead) reply).answer()))
                        .toCompletableFuture()
                : CompletableFuture.completedFuture(entry);
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    private void park(CompletableFuture<Entry> next, Pass pass) {
        AtomicBoolean taken = new AtomicBoolean();
        Resumable then = again -> {
            taken.set(true);
            proceed(Stages.await(next), again);
        };
        pass.request().setAttribute(ATTRIBUTE, then);
        AsyncContext parked = pass.request().startAsync();
        parked.setTimeout(0);
        parked.addListener(AsyncEnd.then(() -> giveBack(taken, next)));
        next.whenComplete((entry, thrown) -> {
            try {
                parked.dispatch();
            } catch (RuntimeException e) {
                giveBack(taken, next);
            }
        });
    }

    /** If the container has given the request up before it could run, the next one may. */
    @SuppressWarnings("FutureReturnValueIgnored")
    private static void giveBack(AtomicBoolean taken, CompletableFuture<Entry> next) {
        if (taken.compareAndSet(false, true)) {
            next.thenAccept(entry -> {
                if (entry instanceof Entry.Run running) {
                    running.ticket().giveBack();
                }
            });
        }
    }

    /** Runs on a thread that the route is bound to: all of the answer is gathered, and sent when it is committed. */
    void runInPlace(Ticket ticket, Pass pass) throws IOException, ServletException {
        Run run;
        try (ticket) {
            run = new Run(pass, ticket, Terms.inPlace(ticket.answerLimit(), settings), exchange.formReadBefore());
            run.beginInPlace();
        }
        run.finishInPlace();
    }
}
