package dev.semel.servlet.run;

import dev.semel.http.Entry;
import dev.semel.http.Reply;
import dev.semel.http.Ticket;
import dev.semel.servlet.request.ServletExchange;
import dev.semel.servlet.response.Sending;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A request that has entered the guard, until it is decided whether it runs; then it becomes a {@link RequestRun}. A request that has to wait for
 * another one leaves its thread if it may, and is dispatched when it has an answer or may run.
 *
 * @param exchange the request as the guard sees it
 * @param waiting how it may wait
 * @param settings the settings of the filter
 */
public record Visit(ServletExchange exchange, Waiting waiting, RunTerms.Settings settings) {
    /** A request attribute: the {@link Resumable} for the next dispatch. */
    public static final String ATTRIBUTE = "dev.semel.servlet.call";

    /** How a request may wait for another one. */
    public enum Waiting {
        /** On its thread. */
        STAYS,
        /** Without a thread. If it could run in the end, the caller is asked to try again. */
        LEAVES,
        /** Without a thread, and it may run in an asynchronous dispatch. */
        LEAVES_AND_RUNS
    }

    /** Continues with a request in an asynchronous dispatch. */
    @FunctionalInterface
    public interface Resumable {
        /** Continues with the request. */
        void resume(Pass pass) throws IOException, ServletException;
    }

    /** Does what the guard has decided, on the container's thread. */
    public void proceed(Entry entry, Pass pass) throws IOException, ServletException {
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

    private RequestRun run(Ticket ticket, Pass pass) {
        RequestRun run = new RequestRun(
                pass, ticket, RunTerms.leased(ticket.answerLimit(), settings), exchange.formReadBefore());
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

    /** Gives the ticket back if the container has ended the request before it could run, so that the next request may run. */
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

    /** Runs a request on a route that is bound to its thread. Its answer is buffered, and sent when it is committed. */
    public void runInPlace(Ticket ticket, Pass pass) throws IOException, ServletException {
        RequestRun run;
        try (ticket) {
            run = new RequestRun(
                    pass, ticket, RunTerms.inPlace(ticket.answerLimit(), settings), exchange.formReadBefore());
            run.beginInPlace();
        }
        run.finishInPlace();
    }
}
