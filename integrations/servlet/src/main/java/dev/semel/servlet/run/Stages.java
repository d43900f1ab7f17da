package dev.semel.servlet.run;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Waits for stages on the container's threads. */
final class Stages {

    private Stages() {}

    /**
     * Waits for a stage and returns its value.
     *
     * @throws IOException if the stage failed with one; any other failure of the stage is thrown as well
     */
    static <T> T await(CompletionStage<T> stage) throws IOException, ServletException {
        try {
            return stage.toCompletableFuture().join();
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
}
