package dev.semel.servlet;

import dev.semel.http.Answer;
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
import java.util.Optional;
import java.util.concurrent.Executor;
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

    private final Ending ending;
    private final Draft draft;
    private final GuardedRequest request;
    private final GuardedResponse response;
    private final AtomicBoolean delivered = new AtomicBoolean();
    private volatile Pass pass;
    private volatile @Nullable GuardedAsyncContext async;
    private volatile @Nullable GuardedAsyncContext completed;
    private volatile boolean dispatched;
    private volatile boolean watched;
    private volatile boolean deliversHere;
    private volatile boolean givenUp;
    private volatile boolean over;
    private volatile boolean vetoed;

    Run(Pass pass, Call.Start start, Ending ending, boolean formReadBefore) {
        this.pass = pass;
        this.ending = ending;
        this.draft = new Draft(ending.terms(), this::overflow);
        this.request = new GuardedRequest(pass.request(), start.body, this, formReadBefore);
        this.response = new GuardedResponse(pass.response(), draft, container());
        request.setAttribute(IdempotencyFilter.CONTEXT, start.context);
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
        return ending.terms().settings().forms();
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

    /** Runs within the guard's call: what the guard says of the answer comes only after this has returned. */
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
        Optional<Answer> refusal = TooMuchException.in(thrown).map(TooMuchException::answer);
        if (refusal.isPresent()) {
            ending.answered().complete(refusal.get());
        } else {
            ending.answered().completeExceptionally(thrown);
        }
    }

    void finishInPlace() throws IOException, ServletException {
        if (ending.answered().isCompletedExceptionally()) {
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
        GuardedAsyncContext before = async;
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
            ending.fail(thrown);
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
        ending.answered().complete(answer);
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
        Answer answer = ending.await();
        if (draft.isSent()) {
            return;
        }
        if (draft.is(answer)) {
            draft.sendTo(pass.response(), answer);
        } else {
            Sending.send(answer, pass.response());
        }
    }

    /** The draft is longer than is kept: that is recorded with what there is of it, and it goes out from here on. */
    private OutputStream overflow() throws IOException {
        if (ending.terms().isInPlace()) {
            ending.answered().complete(Answer.tooLarge(ending.terms().answerLimit()));
            throw new IOException("the answer has more than " + ending.terms().answerLimit()
                    + " bytes, which a route that runs in a transaction does not gather; raise the limit of its route");
        }
        answered();
        if (over) {
            return OutputStream.nullOutputStream();
        }
        Answer said;
        try {
            said = ending.await();
        } catch (ServletException e) {
            throw new IOException(e);
        }
        if (draft.is(said)) {
            return draft.beginTo(pass.response(), said);
        }
        Sending.send(said, pass.response());
        return OutputStream.nullOutputStream();
    }

    AsyncContext startAsync(
            AsyncContext outer, @Nullable ServletRequest ownRequest, @Nullable ServletResponse ownResponse) {
        outer.addListener(new AsyncEnd(this::outerEnded, this::outerGivenUp));
        GuardedAsyncContext started = new GuardedAsyncContext(outer, this, ownRequest, ownResponse);
        async = started;
        return started;
    }

    void dispatching() {
        dispatched = true;
        if (over) {
            ending.answered().completeExceptionally(new TimeoutException("the request ended before it was dispatched"));
        }
    }

    /** The application has completed its asynchronous request. A listener's request is over when the listener returns, so that one waits. */
    void complete(GuardedAsyncContext context) {
        deliversHere = context.isNotifying();
        completed = context;
        try {
            end();
        } catch (IOException e) {
            ending.answered().completeExceptionally(e);
        }
        if (over) {
            LOG.log(Level.DEBUG, "an asynchronous request was completed after its time-out; its retry gets the answer");
        } else if (deliversHere) {
            deliver(context);
        } else if (watched && ending.outcome().isDone()) {
            deliverLater(); // an answer that was too long was recorded before it was complete
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    private void awaitCompletion() {
        if (!watched) {
            watched = true;
            ending.outcome().whenComplete((answer, thrown) -> deliverLater());
        }
    }

    /** Writing may block, so it is for the container's threads. */
    private void deliverLater() {
        GuardedAsyncContext context = completed;
        if (context == null || deliversHere) {
            return; // an asynchronous dispatch is under way, or a listener, which sends it
        }
        try {
            context.outer().start(() -> deliver(context));
        } catch (IllegalStateException e) {
            LOG.log(Level.DEBUG, "a request was over before its answer was recorded; its retry gets it", e);
        }
    }

    private void deliver(GuardedAsyncContext context) {
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
        GuardedAsyncContext context = completed;
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
        if (ending.answered().isDone() || ending.outcome().isDone()) {
            return;
        }
        if (dispatched && !ending.terms().isInPlace()) {
            LOG.log(
                    Level.ERROR,
                    "an asynchronous dispatch did not come through the IdempotencyFilter, so its answer can't be replayed;"
                            + " map the filter to ASYNC dispatches as well");
            ending.answered().complete(Answer.of(draft.status(), draft.headers.all(), tooLong()));
            return;
        }
        over = true;
        response.on(Gone.response());
        LOG.log(
                Level.WARNING,
                "an asynchronous request timed out or failed before the application completed it; its key is in use until it does, for "
                        + MOST_LATE.toHours() + " h at most");
        ending.giveUpAfter(MOST_LATE);
    }

    private byte[] tooLong() {
        return new byte[ending.terms().answerLimit() + 1];
    }
}
