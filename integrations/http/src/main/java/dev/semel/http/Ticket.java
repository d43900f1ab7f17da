package dev.semel.http;

import dev.semel.Context;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The permission to run the application for one request. It is ended once, by whichever of {@link #finish}, {@link #fail}, {@link #abandon} and
 * {@link #giveBack} comes first; later ends do nothing. Each of them returns {@link #reply()}. Safe for use by many threads. If its entrance is
 * {@linkplain Entrance#threadBound bound to a thread}, an end on another thread counts when {@link #close} is called on that one.
 */
public interface Ticket extends AutoCloseable {

    /** Returns the body of the request, which has been read; not a copy. */
    byte[] body();

    /** Returns the context of the attempt, for child keys and the time left; {@code null} if the request runs unguarded. */
    @Nullable
    Context context();

    /**
     * Returns how many bytes of an answer are kept at most. An adapter need not gather more: an answer with more bytes in its body than this can be
     * finished with those that are there, and sent on to its end when the reply has come.
     */
    int answerLimit();

    /**
     * Ends it with the application's answer, which is recorded by the rules of the route.
     *
     * @param produced the whole answer, before any of it has been sent; or the beginning of one that is longer than is kept
     */
    CompletionStage<Reply> finish(Answer produced);

    /** Ends it with what the application threw. The reply fails with the same, once that is recorded. */
    CompletionStage<Reply> fail(Throwable thrown);

    /**
     * Ends it while the work may still be running, and nobody will hear of its end. The key is not free: duplicates are in progress until the lease
     * expires, and then the policy after abandonment decides.
     *
     * @param why the reply fails with
     */
    CompletionStage<Reply> abandon(Throwable why);

    /** Ends it before the application ran: the key is free, and the caller is asked to send the request again. */
    CompletionStage<Reply> giveBack();

    /** Returns what to send. It completes after the ticket was ended and the end is recorded; or fails with what the application threw. */
    CompletionStage<Reply> reply();

    /** Ends it as failed if it has not been ended. */
    @Override
    void close();
}
