package dev.semel.simulation;

import dev.semel.Context;
import dev.semel.Operation;
import dev.semel.Outcome;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/** Makes blocking calls, each on a separate thread. */
record BlockingGuard(Node node, Operation<String> operation) implements Guard {
    private static final Duration LONG = Duration.ofDays(1);

    @Override
    public CompletableFuture<Outcome<String>> call(
            String key, String request, Function<Context, CompletionStage<String>> work) {
        CompletableFuture<Outcome<String>> answer = new CompletableFuture<>();
        node.execute(() -> {
            Outcome<String> outcome;
            try {
                outcome = operation.attempt(key, request, context -> join(work.apply(context)));
            } catch (Throwable thrown) {
                answer.completeExceptionally(thrown);
                return;
            }
            answer.complete(outcome);
        });
        return answer;
    }

    private String join(CompletionStage<String> stage) throws Exception {
        CompletableFuture<String> result = stage.toCompletableFuture();
        while (!result.isDone()) {
            node.await(result, LONG);
        }
        try {
            return result.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception thrown ? thrown : e;
        }
    }
}
