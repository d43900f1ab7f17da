package dev.semel.http;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/** A ticket that sees to it that it is ended once. */
abstract sealed class OpenTicket implements Ticket permits RouteTicket, UnguardedTicket {
    private final byte[] body;
    private final int answerLimit;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final CompletableFuture<Reply> reply = new CompletableFuture<>();

    OpenTicket(byte[] body, int answerLimit) {
        this.body = body;
        this.answerLimit = answerLimit;
    }

    /** The application has answered. */
    abstract void produced(Answer answer);

    /** It ends in another way. */
    abstract void ended(NotStored ending);

    @Override
    public byte[] body() {
        return body;
    }

    @Override
    public int answerLimit() {
        return answerLimit;
    }

    @Override
    public CompletionStage<Reply> finish(Answer produced) {
        return end(() -> produced(produced));
    }

    @Override
    public CompletionStage<Reply> fail(Throwable thrown) {
        return end(() -> ended(NotStored.after(unwrap(thrown))));
    }

    @Override
    public CompletionStage<Reply> abandon(Throwable why) {
        return end(() -> ended(new NotStored.StillRunning(why)));
    }

    @Override
    public CompletionStage<Reply> giveBack() {
        Answer tryAgain = Problem.IN_PROGRESS.answer("Nothing was done. Send it again with the same key.");
        return end(() -> ended(new NotStored.RunAgain(tryAgain)));
    }

    @Override
    public void close() {
        if (!ended.get()) {
            fail(new IllegalStateException("the request was not answered"));
        }
    }

    private CompletionStage<Reply> end(Runnable ending) {
        if (ended.compareAndSet(false, true)) {
            ending.run();
        }
        return reply;
    }

    @Override
    public CompletableFuture<Reply> reply() {
        return reply;
    }

    static Throwable unwrap(Throwable thrown) {
        return thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
    }
}
