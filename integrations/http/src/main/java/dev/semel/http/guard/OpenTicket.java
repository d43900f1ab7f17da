package dev.semel.http.guard;

import dev.semel.http.Answer;
import dev.semel.http.Dialogue;
import dev.semel.http.Problem;
import dev.semel.http.Reply;
import dev.semel.http.Ticket;
import dev.semel.http.reply.NotStored;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A ticket that is ended once. */
abstract sealed class OpenTicket implements Ticket permits RouteTicket, UnguardedTicket {
    private final byte[] body;
    private final int answerLimit;
    private final Dialogue dialogue;
    private final @Nullable Thread thread;
    private final AtomicReference<@Nullable Runnable> end = new AtomicReference<>();
    private boolean hasEnded;
    private final CompletableFuture<Reply> reply = new CompletableFuture<>();

    /**
     * Creates a ticket.
     *
     * @param thread the thread that must close it, which ends it; {@code null} if any thread may end it
     */
    OpenTicket(byte[] body, int answerLimit, Dialogue dialogue, @Nullable Thread thread) {
        this.body = body;
        this.answerLimit = answerLimit;
        this.dialogue = dialogue;
        this.thread = thread;
    }

    /** Ends the request with the application's answer. */
    abstract void produced(Answer answer);

    /** Ends the request in another way. */
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
    public Answer tooLarge(int mostBytes) {
        return dialogue.answer(Problem.ANSWER_TOO_LARGE.refusal(
                        "The answer has more than " + mostBytes + " bytes. What was done was undone."))
                .notStored();
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
        Answer tryAgain = dialogue.inProgress("Nothing was done. Send it again with the same key.");
        return end(() -> ended(new NotStored.RunAgain(tryAgain)));
    }

    /** On a thread-bound ticket, the end takes effect here: the transaction must not end while the application is still on the stack. */
    @Override
    public void close() {
        if (end.get() == null) {
            fail(new IllegalStateException(unanswered()));
        }
        if (thread == Thread.currentThread() && !hasEnded) {
            hasEnded = true;
            run(Objects.requireNonNull(end.get()));
        }
    }

    /** Returns the message for a request that has not been answered when its ticket is closed. */
    String unanswered() {
        return "the request was not answered";
    }

    private CompletionStage<Reply> end(Runnable ending) {
        if (end.compareAndSet(null, ending) && thread == null) {
            run(ending);
        }
        return reply;
    }

    /** Runs an ending. Whatever it throws ends the request as well, so that no transaction stays open and no reply is missing. */
    private void run(Runnable ending) {
        try {
            ending.run();
        } catch (Throwable broken) {
            ended(new NotStored.HandlerFailed(broken));
            throw broken;
        }
    }

    @Override
    public CompletableFuture<Reply> reply() {
        return reply;
    }

    static Throwable unwrap(Throwable thrown) {
        return thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
    }
}
