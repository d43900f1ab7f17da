package dev.semel.servlet;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Waits for stages on threads of the container's. */
final class Stages {

    private Stages() {}

    /**
     * Returns the value of a stage when it is there.
     *
     * @throws IOException or whatever else the stage failed with
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
