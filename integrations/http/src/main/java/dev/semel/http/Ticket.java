package dev.semel.http;

import dev.semel.Context;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The permission to run the application for one request. The first call of {@link #finish}, {@link #fail}, {@link #abandon} or {@link #giveBack}
 * ends it; later ones do nothing. Each of them returns {@link #reply()}. Safe for use by multiple threads. If its entrance is
 * {@linkplain Entrance#threadBound bound to a thread}, the end that was chosen takes effect when {@link #close} is called on that thread, and the
 * reply completes then.
 */
public interface Ticket extends AutoCloseable {

    /** Returns the body of the request, which has been read; not a copy. */
    byte[] body();

    /** Returns the context of the attempt, for child keys and the time left; {@code null} if the request runs unguarded. */
    @Nullable
    Context context();

    /**
     * Returns how many bytes of an answer are stored at most. An adapter need not gather more: it can finish a longer answer with the bytes that it
     * has, and send the rest when the reply has come.
     */
    int answerLimit();

    /**
     * Ends the ticket with the application's answer, which is recorded by the rules of the route.
     *
     * @param produced the whole answer, before any of it has been sent; or the beginning of one that is longer than the limit
     */
    CompletionStage<Reply> finish(Answer produced);

    /**
     * Returns the answer that replaces one that is too large to gather, where nothing can be sent before the work is committed. It is not stored,
     * so that the work is undone.
     */
    Answer tooLarge(int mostBytes);

    /** Ends the ticket with an exception of the application. The reply fails with it, once that is recorded. */
    CompletionStage<Reply> fail(Throwable thrown);

    /**
     * Ends the ticket while the work may still be running and its end will not be observed. The key is not free: duplicates are in progress until the lease
     * expires, and then the policy after abandonment decides.
     *
     * @param why the exception that the reply fails with
     */
    CompletionStage<Reply> abandon(Throwable why);

    /** Ends the ticket before the application ran: the key is free, and the caller is asked to send the request again. */
    CompletionStage<Reply> giveBack();

    /** Returns the reply. It completes after the ticket was ended and the end is recorded, or fails with the application's exception. */
    CompletionStage<Reply> reply();

    /** Ends the ticket as failed if it has not been ended. On a thread-bound entrance, commits or rolls back. */
    @Override
    void close();
}
