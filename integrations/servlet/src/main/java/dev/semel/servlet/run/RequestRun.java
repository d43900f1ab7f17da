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
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A guarded request that runs. The application reads it from memory and writes its answer to a {@link Draft}. When the application has ended, by
 * returning or by completing its asynchronous context, the draft is recorded, and then sent.
 */
final class RequestRun implements RequestHooks {
    private static final Logger LOG = System.getLogger("dev.semel.servlet");

    private final Ticket ticket;
    private final RunTerms terms;
    private final Draft draft;
    private final BufferedRequest request;
    private final BufferedResponse response;
    private final AsyncRun async;
    private volatile Pass pass;
    private volatile boolean vetoed;
    private volatile boolean ended;
    private volatile @Nullable Answer refusal;

    RequestRun(Pass pass, Ticket ticket, RunTerms terms, boolean formReadBefore) {
        this.pass = pass;
        this.ticket = ticket;
        this.terms = terms;
        this.async = new AsyncRun(this, ticket, terms.isInPlace());
        this.draft = new Draft(terms.answerLimit(), terms.settings().showsMessages(), this::overflow);
        this.request = new BufferedRequest(pass.request(), ticket.body(), this, formReadBefore);
        this.response = new BufferedResponse(pass.response(), draft, container());
        request.setAttribute(RequestAttributes.CONTEXT, ticket.context());
    }

    @Override
    public Executor container() {
        return task -> {
            AsyncContext context = async.current();
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
        return async.current();
    }

    AsyncRun asynchronously() {
        return async;
    }

    boolean hasEnded() {
        return ended;
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

    void fail(Throwable thrown) {
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
        async.deliverInPlace();
    }

    /** Continues after the application has dispatched its asynchronous request. */
    void resume(Pass next) throws IOException, ServletException {
        pass = next;
        request.setRequest(next.request());
        response.on(next.response());
        BufferedAsyncContext before = async.resume();
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
            async.awaitCompletion();
        } else {
            end();
            send();
        }
    }

    /** Has the draft recorded, which is complete. */
    void end() throws IOException {
        response.drain();
        draft.close();
        answered();
    }

    /** Finishes the ticket. An answer after a time-out ends the request, but perhaps not the work. */
    private void answered() {
        Answer answer = draft.answer();
        if (vetoed || (!async.isEndedByContainer() && request.getAttribute(RequestAttributes.DO_NOT_STORE) != null)) {
            answer = answer.notStored();
        } else if (async.isGivenUp() && !async.isEndedByContainer()) {
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
        return async.isEndedByContainer();
    }

    void send() throws IOException, ServletException {
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
            refuse(ticket.tooLarge(terms.answerLimit()));
            throw new IOException("the answer has more than " + terms.answerLimit()
                    + " bytes, which is too long for a route that runs in a transaction; raise the limit of the route");
        }
        answered();
        if (async.isEndedByContainer()) {
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
        return async.start(outer, ownRequest, ownResponse);
    }

    /** Records that another filter mapping has answered the request, so that it must not run again. */
    void bypassed() {
        ended = true;
        ticket.finish(draft.tooLong());
    }

    /** Drops what the application writes from now on. */
    void detach() {
        response.on(Gone.response());
    }

    /** Reports that the answer could not be sent. */
    void reportFailure() {
        try {
            pass.response().sendError(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
        } catch (IOException | IllegalStateException e) {
            LOG.log(Level.DEBUG, "the failure could not be reported to the caller", e);
        }
    }
}
