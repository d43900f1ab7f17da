package dev.semel.spring.method;

import dev.semel.Context;
import dev.semel.Operation;
import dev.semel.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The way in which the calls of a method are claimed and recorded. */
interface Running {

    /** Runs a call whose value is available when its work returns. */
    Outcome<@Nullable Object> attempt(MethodCall call, Work work) throws Exception;

    /** The work of a call. */
    interface Work {
        @Nullable
        Object run(Context attempt) throws Exception;
    }

    /** Under a lease. */
    record Leased(Operation<@Nullable Object> operation, Runnable check) implements Running {
        @Override
        @SuppressWarnings(
                "NullAway") // the result's type has null in it, which the checker does not see in the method reference
        public Outcome<@Nullable Object> attempt(MethodCall call, Work work) throws Exception {
            check.run();
            return call.in(operation).attempt(call.key(), call.request(), work::run);
        }

        /** Claims and starts the work on the calling thread. Its value is available later. */
        CompletableFuture<Outcome<@Nullable Object>> attemptStaged(
                MethodCall call, Function<Context, CompletionStage<@Nullable Object>> work) {
            check.run();
            return call.in(operation).attemptStaged(call.key(), call.request(), work);
        }

        /** Claims and starts the work on Semel's own threads. */
        CompletableFuture<Outcome<@Nullable Object>> attemptAsync(
                MethodCall call, Function<Context, CompletionStage<@Nullable Object>> work) {
            check.run();
            return call.in(operation).attemptAsync(call.key(), call.request(), work);
        }
    }
}
