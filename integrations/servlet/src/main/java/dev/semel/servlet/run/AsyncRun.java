package dev.semel.servlet.run;

import dev.semel.http.Ticket;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The asynchronous side of a {@link RequestRun}: the contexts that the application starts, and who sends the answer when one is completed. That is an
 * asynchronous dispatch, a listener, the thread of a transaction, or else a thread of the container. The answer is sent once.
 */
final class AsyncRun {
    private static final Logger LOG = System.getLogger("dev.semel.servlet");

    /** Work that runs this long after its request has ended counts as lost, so that it does not take memory and renewals for ever. */
    private static final Duration MOST_LATE = Duration.ofHours(1);

    private final RequestRun run;
    private final Ticket ticket;
    private final boolean isInPlace;
    private final AtomicBoolean delivered = new AtomicBoolean();
    private volatile @Nullable BufferedAsyncContext current;
    private volatile @Nullable BufferedAsyncContext completed;
    private volatile boolean dispatched;
    private volatile boolean watched;
    private volatile boolean deliversHere;
    private volatile boolean givenUp;
    private volatile boolean endedByContainer;

    AsyncRun(RequestRun run, Ticket ticket, boolean isInPlace) {
        this.run = run;
        this.ticket = ticket;
        this.isInPlace = isInPlace;
    }

    /** Returns the context that the application has started last, or {@code null}. */
    @Nullable
    BufferedAsyncContext current() {
        return current;
    }

    /** Returns whether the container has ended the request before the application did. */
    boolean isEndedByContainer() {
        return endedByContainer;
    }

    /** Returns whether the container's context has timed out or failed. */
    boolean isGivenUp() {
        return givenUp;
    }

    AsyncContext start(AsyncContext outer, @Nullable ServletRequest ownRequest, @Nullable ServletResponse ownResponse) {
        outer.addListener(new AsyncEnd(this::outerEnded, this::outerGivenUp));
        BufferedAsyncContext started = new BufferedAsyncContext(outer, run, ownRequest, ownResponse);
        current = started;
        return started;
    }

    void dispatching() {
        dispatched = true;
        if (endedByContainer) {
            ticket.abandon(new TimeoutException("the request ended before it was dispatched"));
        }
    }

    /** Continues in a dispatch. Returns the context that was dispatched. */
    @Nullable
    BufferedAsyncContext resume() {
        dispatched = false;
        BufferedAsyncContext before = current;
        current = null;
        return before;
    }

    /** Ends a request that the application has completed. If a listener completed it, sends the answer here, since the request ends with the listener. */
    void complete(BufferedAsyncContext context) {
        deliversHere = context.isNotifying();
        completed = context;
        try {
            run.end();
        } catch (IOException e) {
            run.fail(e);
        }
        if (endedByContainer) {
            LOG.log(Level.DEBUG, "an asynchronous request was completed after its time-out; a retry gets the answer");
        } else if (deliversHere) {
            deliver(context);
        } else if (watched && ticket.reply().toCompletableFuture().isDone()) {
            deliverLater(); // an answer that is too long is recorded before it is complete
        }
    }

    /** Waits for the application without a thread. */
    @SuppressWarnings("FutureReturnValueIgnored")
    void awaitCompletion() {
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
            run.send();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "an answer was recorded but could not be sent; a retry gets it", e);
        } catch (Throwable e) {
            LOG.log(Level.ERROR, "an asynchronous request failed", e);
            run.reportFailure();
        } finally {
            context.outer().complete();
        }
    }

    /**
     * Sends the answer on the thread of a transaction, which has ended. If the application has completed its context by then, that ends as well;
     * a failure that is thrown is left to the container.
     */
    void deliverInPlace() throws IOException, ServletException {
        BufferedAsyncContext context = completed;
        if (context == null) {
            run.send();
        } else if (delivered.compareAndSet(false, true)) {
            run.send();
            context.outer().complete();
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
        if (run.hasEnded()) {
            return;
        }
        if (dispatched && !isInPlace) {
            LOG.log(
                    Level.ERROR,
                    "an asynchronous dispatch bypassed the IdempotencyFilter, so its answer can't be replayed; map the filter to"
                            + " ASYNC dispatches as well");
            run.bypassed();
            return;
        }
        endedByContainer = true;
        run.detach();
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
