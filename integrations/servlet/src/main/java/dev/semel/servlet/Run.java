package dev.semel.servlet;

import dev.semel.http.Answer;
import dev.semel.http.Reply;
import dev.semel.http.Ticket;
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
 * A guarded request that runs: the application reads it from memory and writes its answer into a {@link Draft}. When the application has
 * ended, by returning or by completing its asynchronous context, the draft is recorded, and then sent.
 */
final class Run {
    private static final Logger LOG = System.getLogger(Run.class.getName());

    /** Work that has not ended so long after its request is taken for lost: memory and renewals are not spent on it for ever. */
    private static final Duration MOST_LATE = Duration.ofHours(1);

    private final Ticket ticket;
    private final Terms terms;
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
    private volatile boolean over;
    private volatile boolean vetoed;
    private volatile boolean ended;
    private volatile @Nullable Answer refusal;

    Run(Pass pass, Ticket ticket, Terms terms, boolean formReadBefore) {
        this.pass = pass;
        this.ticket = ticket;
        this.terms = terms;
        this.draft = new Draft(terms, this::overflow);
        this.request = new BufferedRequest(pass.request(), ticket.body(), this, formReadBefore);
        this.response = new BufferedResponse(pass.response(), draft, container());
        request.setAttribute(IdempotencyFilter.CONTEXT, ticket.context());
    }

    /** Of an application that runs asynchronously. */
    Executor container() {
        return task -> {
            AsyncContext context = async;
            if (context == null) {
                throw new IllegalStateException("listeners to reading and writing need startAsync() first");
            }
            context.start(task);
        };
    }

    FormLimits formLimits() {
        return terms.settings().forms();
    }

    ServletRequest request() {
        return request;
    }

    ServletResponse response() {
        return response;
    }

    @Nullable
    AsyncContext async() {
        return async;
    }

    void begin() throws IOException, ServletException {
        go(request, response);
    }

    /** Runs until the application returns. Its answer is recorded by then, or undone, and is sent afterwards. */
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

    /** Another answer than the draft is sent. */
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

    /** The application has dispatched its asynchronous request. */
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
            // The failure is recorded before anybody hears of it.
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

    /** The draft is as the application wants it: have it recorded. */
    private void end() throws IOException {
        response.drain();
        draft.close();
        answered();
    }

    /** What the application answers when it was given up ends the request, but maybe not the work. */
    private void answered() {
        Answer answer = draft.answer();
        if (vetoed || (!over && request.getAttribute(IdempotencyFilter.DO_NOT_STORE) != null)) {
            answer = answer.notStored();
        } else if (givenUp && !over) {
            answer = answer.unfinished();
        }
        ended = true;
        ticket.finish(answer);
    }

    /** The application has set or removed {@link IdempotencyFilter#DO_NOT_STORE}; a request that has ended has no attributes. */
    void veto(boolean choice) {
        vetoed = choice;
    }

    /** Whether the container has ended the request before the application did. */
    boolean isOver() {
        return over;
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

    /** The draft is longer than is kept: that is recorded with what there is of it, and it goes out from here on. */
    private OutputStream overflow() throws IOException {
        if (terms.isInPlace()) {
            refuse(Answer.tooLarge(terms.answerLimit()));
            throw new IOException("the answer has more than " + terms.answerLimit()
                    + " bytes, which a route that runs in a transaction does not gather; raise the limit of its route");
        }
        answered();
        if (over) {
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

    AsyncContext startAsync(
            AsyncContext outer, @Nullable ServletRequest ownRequest, @Nullable ServletResponse ownResponse) {
        outer.addListener(new AsyncEnd(this::outerEnded, this::outerGivenUp));
        BufferedAsyncContext started = new BufferedAsyncContext(outer, this, ownRequest, ownResponse);
        async = started;
        return started;
    }

    void dispatching() {
        dispatched = true;
        if (over) {
            ticket.abandon(new TimeoutException("the request ended before it was dispatched"));
        }
    }

    /** The application has completed its asynchronous request. A listener's request is over when the listener returns, so that one waits. */
    void complete(BufferedAsyncContext context) {
        deliversHere = context.isNotifying();
        completed = context;
        try {
            end();
        } catch (IOException e) {
            fail(e);
        }
        if (over) {
            LOG.log(Level.DEBUG, "an asynchronous request was completed after its time-out; its retry gets the answer");
        } else if (deliversHere) {
            deliver(context);
        } else if (watched && ticket.reply().toCompletableFuture().isDone()) {
            deliverLater(); // an answer that was too long was recorded before it was complete
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    private void awaitCompletion() {
        if (!watched) {
            watched = true;
            ticket.reply().whenComplete((reply, thrown) -> deliverLater());
        }
    }

    /** Writing may block, so it is for the container's threads. */
    private void deliverLater() {
        BufferedAsyncContext context = completed;
        if (context == null || deliversHere) {
            return; // an asynchronous dispatch is under way, or a listener, which sends it
        }
        try {
            context.outer().start(() -> deliver(context));
        } catch (IllegalStateException e) {
            LOG.log(Level.DEBUG, "a request was over before its answer was recorded; its retry gets it", e);
        }
    }

    private void deliver(BufferedAsyncContext context) {
        if (!delivered.compareAndSet(false, true)) {
            return;
        }
        try {
            send();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "an answer was recorded but could not be sent; its retry gets it", e);
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
            LOG.log(Level.DEBUG, "that could not be said to the caller", e);
        }
    }

    /** If it was completed in time, it is not recorded yet. Else what its work comes to is not known. */
    private void outerGivenUp() {
        BufferedAsyncContext context = completed;
        if (context == null) {
            givenUp = true;
        } else {
            deliver(context);
        }
    }

    /**
     * The container has ended the request, and the application has not. If it was dispatched it has been answered past this, so it must not run
     * again. Else its work may go on: the lease is kept until the application completes the request, which is recorded then.
     */
    private void outerEnded() {
        if (ended) {
            return;
        }
        if (dispatched && !terms.isInPlace()) {
            LOG.log(
                    Level.ERROR,
                    "an asynchronous dispatch did not come through the IdempotencyFilter, so its answer can't be replayed;"
                            + " map the filter to ASYNC dispatches as well");
            ended = true;
            ticket.finish(Answer.of(draft.status(), draft.headers.all(), tooLong()));
            return;
        }
        over = true;
        response.on(Gone.response());
        LOG.log(
                Level.WARNING,
                "an asynchronous request timed out or failed before the application completed it; its key is in use until it does, for "
                        + MOST_LATE.toHours() + " h at most");
        giveUpLater();
    }

    /** If the application has not answered by then, its work counts as still running: its lease is not renewed any longer. */
    @SuppressWarnings("FutureReturnValueIgnored")
    private void giveUpLater() {
        ticket.reply()
                .toCompletableFuture()
                .copy()
                .orTimeout(MOST_LATE.toMillis(), TimeUnit.MILLISECONDS)
                .whenCompleteAsync((reply, thrown) -> ticket.abandon(new TimeoutException()));
    }

    private byte[] tooLong() {
        return new byte[terms.answerLimit() + 1];
    }
}
