package dev.semel.servlet;

import dev.semel.http.Answer;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * How a run ends: the application's answer goes to the guard, and what the guard says of it comes back once that is recorded.
 *
 * @param answered by the application
 * @param outcome what is to be sent
 * @param terms that hold for the request
 */
record Ending(CompletableFuture<Answer> answered, CompletableFuture<Answer> outcome, Terms terms) {

    /**
     * What is to be sent, after it was recorded.
     *
     * @throws IOException or whatever else the application threw
     */
    Answer await() throws IOException, ServletException {
        return await(outcome);
    }

    static Answer await(CompletableFuture<Answer> outcome) throws IOException, ServletException {
        try {
            return outcome.join();
        } catch (CompletionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof IOException thrown) {
                throw thrown;
            } else if (cause instanceof ServletException thrown) {
                throw thrown;
            } else if (cause instanceof RuntimeException thrown) {
                throw thrown;
            } else if (cause instanceof Error thrown) {
                throw thrown;
            }
            throw new ServletException(cause);
        }
    }

    /** If the application has not answered by then, its work counts as still running: its lease is not renewed any longer. */
    @SuppressWarnings("FutureReturnValueIgnored")
    void giveUpAfter(Duration limit) {
        answered.copy().orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS).whenCompleteAsync((answer, thrown) -> {
            if (thrown != null) {
                answered.completeExceptionally(thrown instanceof TimeoutException ? thrown : new TimeoutException());
            }
        });
    }

    /** Waits until it is recorded that the application failed. */
    void fail(Throwable thrown) {
        answered.completeExceptionally(thrown);
        outcome.handle((answer, same) -> answer).join();
    }
}
