package dev.semel.servlet.run;

import dev.semel.http.Answer;
import dev.semel.http.Reply;
import dev.semel.http.Ticket;
import dev.semel.servlet.request.BodyLimits;
import dev.semel.servlet.request.BufferedRequest;
import dev.semel.servlet.request.RequestAttributes;
import dev.semel.servlet.request.RequestHooks;
import dev.semel.servlet.request.TooMuchException;
import dev.semel.servlet.response.BufferedResponse;
import dev.semel.servlet.response.Draft;
import dev.semel.servlet.response.Gone;
import dev.semel.servlet.response.Sending;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A guarded request that runs. The application reads it from memory and writes its answer to a {@link Draft}. When the application has ended, by
 * returning or by completing its asynchronous context, the draft is recorded, and then sent.
 */
final class RequestRun implements RequestHooks {
    private static final Logger LOG = System.getLogger("dev.semel.servlet");

    /** Work that runs this long after its request has ended counts as lost, so that it does not take memory and renewals for ever. */
    private static final Duration MOST_LATE = Duration.ofHours(1);

    private final Ticket ticket;
    private final RunTerms terms;
    private final Draft draft;
    private final BufferedRequest request;
    private final BufferedResponse response;
    private final AtomicBoolean delivered = new AtomicBoolean();
    private volatile Pass pass;
    private volatile @Nullable BufferedAsyncContext async;
    private volatile @Nullable BufferedAsyncContext completed;
    private volatile boolean dispatched;
    private volatile boolean watched;
    private volatile boolean deliversHere;
    private volatile boolean givenUp;
    private volatile boolean endedByContainer;
    private volatile boolean vetoed;
    private volatile boolean ended;
    private volatile @Nullable Answer refusal;

    RequestRun(Pass pass, Ticket ticket, RunTerms terms, boolean formReadBefore) {
        this.pass = pass;
        this.ticket = ticket;
        this.terms = terms;
        this.draft = new Draft(terms.answerLimit(), terms.settings().showsMessages(), this::overflow);
        this.request = new BufferedRequest(pass.request(), ticket.body(), this, formReadBefore);
        this.response = new BufferedResponse(pass.response(), draft, container());
        request.setAttribute(RequestAttributes.CONTEXT, ticket.context());
    }

    @Override
    public Executor container() {
        return task -> {
            AsyncContext context = async;
            if (context == null) {
                throw new IllegalStateException("read and write listeners need startAsync() first");
            }
            context.start(task);
        };
    }

    @Override
    public BodyLimits bodyLimits() {
        return terms.settings().forms();
    }

    ServletRequest request() {
        return request;
    }

    ServletResponse response() {
        return response;
    }

    @Override
    public @Nullable AsyncContext async() {
        return async;
    }

    void begin() throws IOException, ServletException {
        go(request, response);
    }

    /** Runs until the application returns. By then its answer is recorded or rolled back; it is sent after that. */
    void beginInPlace() {
        try {
            pass.chain().doFilter(request, response);
            if (!pass.request().isAsyncStarted()) {
                end();
            }
        } catch (Throwable thrown) {
            fail(thrown);
        }
    }

    private void fail(Throwable thrown) {
        ended = true;
        TooMuchException.in(thrown)
                .map(TooMuchException::answer)
                .ifPresentOrElse(this::refuse, () -> ticket.fail(thrown));
    }

    /** Sends another answer than the draft. */
    private void refuse(Answer answer) {
        ended = true;
        refusal = answer;
        ticket.finish(answer);
    }

    void finishInPlace() throws IOException, ServletException {
        if (ticket.reply().toCompletableFuture().isCompletedExceptionally()) {
            draft.headTo(pass.response());
        }
        send();
    }

    /** Continues after the application has dispatched its asynchronous request. */
    void resume(Pass next) throws IOException, ServletException {
        pass = next;
        dispatched = false;
        request.setRequest(next.request());
        response.on(next.response());
        BufferedAsyncContext before = async;
        async = null;
        go(before == null ? request : before.getRequest(), before == null ? response : before.getResponse());
    }

    private void go(ServletRequest toRequest, ServletResponse toResponse) throws IOException, ServletException {
        try {
            pass.chain().doFilter(toRequest, toResponse);
        } catch (Throwable thrown) {
            if (TooMuchException.in(thrown).isPresent() && !draft.isSent()) {
                fail(thrown);
                send();
                return;
            }
            fail(thrown);
            // The failure is recorded before the container or an outer filter sees it.
            ticket.reply().handle((reply, same) -> reply).toCompletableFuture().join();
            if (!draft.isSent()) {
                draft.headTo(pass.response());
            }
            throw thrown;
        }
        if (pass.request().isAsyncStarted()) {
            awaitCompletion();
        } else {
            end();
            send();
        }
    }

    /** Has the draft recorded, which is complete. */
    private void end() throws IOException {
        response.drain();
        draft.close();
        answered();
    }

    /** Finishes the ticket. An answer after a time-out ends the request, but perhaps not the work. */
    private void answered() {
        Answer answer = draft.answer();
        if (vetoed || (!endedByContainer && request.getAttribute(RequestAttributes.DO_NOT_STORE) != null)) {
            answer = answer.notStored();
        } else if (givenUp && !endedByContainer) {
            answer = answer.unfinished();
        }
        ended = true;
        ticket.finish(answer);
    }

    /** Kept here as well, since a request that has ended has no attributes. */
    @Override
    public void veto(boolean choice) {
        vetoed = choice;
    }

    @Override
    public boolean isEndedByContainer() {
        return endedByContainer;
    }

    private void send() throws IOException, ServletException {
        Reply reply = Stages.await(ticket.reply());
        Answer instead = refusal;
        if (draft.isSent()) {
            return;
        }
        if (reply instanceof Reply.AsProduced produced && instead == null) {
            draft.sendTo(pass.response(), produced);
        } else {
            Sending.send(reply.answerFor(instead == null ? draft.answer() : instead), pass.response());
        }
    }

    /** Records that the draft is too long, sends its beginning, and returns the stream for the rest. */
    private OutputStream overflow() throws IOException {
        if (terms.isInPlace()) {
            refuse(Answer.tooLarge(terms.answerLimit()));
            throw new IOException("the answer has more than " + terms.answerLimit()
                    + " bytes, which is too long for a route that runs in a transaction; raise the limit of the route");
        }
        answered();
        if (endedByContainer) {
            return OutputStream.nullOutputStream();
        }
        Reply reply;
        try {
            reply = Stages.await(ticket.reply());
        } catch (ServletException e) {
            throw new IOException(e);
        }
        if (reply instanceof Reply.AsProduced produced) {
            return draft.beginTo(pass.response(), produced);
        }
        Sending.send(reply.answerFor(draft.answer()), pass.response());
        return OutputStream.nullOutputStream();
    }

    @Override
    public AsyncContext startAsync(
            AsyncContext outer, @Nullable ServletRequest ownRequest, @Nullable ServletResponse ownResponse) {
        outer.addListener(new AsyncEnd(this::outerEnded, this::outerGivenUp));
        BufferedAsyncContext started = new BufferedAsyncContext(outer, this, ownRequest, ownResponse);
        async = started;
        return started;
    }

    void dispatching() {
        dispatched = true;
        if (endedByContainer) {
            ticket.abandon(new TimeoutException("the request ended before it was dispatched"));
        }
    }

    /** Ends a request that the application has completed. If a listener completed it, sends the answer here, since the request ends with the listener. */
    void complete(BufferedAsyncContext context) {
        deliversHere = context.isNotifying();
        completed = context;
        try {
            end();
        } catch (IOException e) {
            fail(e);
        }
        if (endedByContainer) {
            LOG.log(Level.DEBUG, "an asynchronous request was completed after its time-out; a retry gets the answer");
        } else if (deliversHere) {
            deliver(context);
        } else if (watched && ticket.reply().toCompletableFuture().isDone()) {
            deliverLater(); // an answer that is too long is recorded before it is complete
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    private void awaitCompletion() {
        if (!watched) {
            watched = true;
            ticket.reply().whenComplete((reply, thrown) -> deliverLater());
        }
    }

    /** Sends the answer on the container's threads, since writing may block. */
    private void deliverLater() {
        BufferedAsyncContext context = completed;
        if (context == null || deliversHere) {
            return; // an asynchronous dispatch or a listener sends it
        }
        try {
            context.outer().start(() -> deliver(context));
        } catch (IllegalStateException e) {
            LOG.log(Level.DEBUG, "a request ended before its answer was recorded; a retry gets it", e);
        }
    }

    private void deliver(BufferedAsyncContext context) {
        if (!delivered.compareAndSet(false, true)) {
            return;
        }
        try {
            send();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "an answer was recorded but could not be sent; a retry gets it", e);
        } catch (Throwable e) {
            LOG.log(Level.ERROR, "an asynchronous request failed", e);
            failed();
        } finally {
            context.outer().complete();
        }
    }

    private void failed() {
        try {
            pass.response().sendError(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
        } catch (IOException | IllegalStateException e) {
            LOG.log(Level.DEBUG, "the failure could not be reported to the caller", e);
        }
    }

    /** Sends the answer of a request that was completed in time. Otherwise the outcome of its work is unknown. */
    private void outerGivenUp() {
        BufferedAsyncContext context = completed;
        if (context == null) {
            givenUp = true;
        } else {
            deliver(context);
        }
    }

    /**
     * Handles the end of a request that the application has not completed. If the request was dispatched, another filter mapping has answered it, so
     * it must not run again. Otherwise the work may continue: the lease is kept until the application completes the request, and the answer is
     * recorded then.
     */
    private void outerEnded() {
        if (ended) {
            return;
        }
        if (dispatched && !terms.isInPlace()) {
            LOG.log(
                    Level.ERROR,
                    "an asynchronous dispatch bypassed the IdempotencyFilter, so its answer can't be replayed; map the filter to"
                            + " ASYNC dispatches as well");
            ended = true;
            ticket.finish(draft.tooLong());
            return;
        }
        endedByContainer = true;
        response.on(Gone.response());
        LOG.log(
                Level.WARNING,
                "an asynchronous request timed out or failed before the application completed it; its key stays in use until the"
                        + " application does, for " + MOST_LATE.toHours() + " hours at most");
        giveUpLater();
    }

    /** Stops renewing the lease if the application has not answered by then. Its work counts as still running. */
    @SuppressWarnings("FutureReturnValueIgnored")
    private void giveUpLater() {
        ticket.reply()
                .toCompletableFuture()
                .copy()
                .orTimeout(MOST_LATE.toMillis(), TimeUnit.MILLISECONDS)
                .whenCompleteAsync((reply, thrown) -> ticket.abandon(new TimeoutException()));
    }
}
