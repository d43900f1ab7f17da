package dev.semel.engine;

import dev.semel.Context;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Work;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The two ways to call an operation. Both have the same guarantees. */
enum Way {
    BLOCKING {
        @Override
        Outcome<String> call(Bench bench, Operation<String> operation, Work.InContext<Context, String, Exception> work)
                throws Exception {
            return operation.attempt("k", null, work);
        }
    },

    ASYNC {
        @Override
        Outcome<String> call(Bench bench, Operation<String> operation, Work.InContext<Context, String, Exception> work)
                throws Exception {
            CompletableFuture<Outcome<String>> call = operation.attemptAsync("k", null, context -> {
                try {
                    return CompletableFuture.completedFuture(work.run(context));
                } catch (Exception e) {
                    return CompletableFuture.failedFuture(e);
                }
            });
            for (int i = 0; i < 2_000 && !call.isDone(); i++) {
                bench.time.advance(Duration.ofMillis(50));
            }
            try {
                return call.getNow(null);
            } catch (CompletionException e) {
                throw e.getCause() instanceof Exception thrown ? thrown : e;
            }
        }
    };

    /** Calls with the key {@code "k"}, and waits for the outcome. */
    abstract Outcome<String> call(
            Bench bench, Operation<String> operation, Work.InContext<Context, String, Exception> work) throws Exception;

    /** Does the same with work that must not run. */
    Outcome<String> call(Bench bench, Operation<String> operation) throws Exception {
        return call(bench, operation, context -> {
            throw new AssertionError("must not run");
        });
    }
}
