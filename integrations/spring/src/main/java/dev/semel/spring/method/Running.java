package dev.semel.spring.method;

import dev.semel.Context;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.session.Sessions;
import dev.semel.spring.transaction.SpringTransactions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The way in which the calls of a method are claimed and recorded: under a lease, or in the transaction of the method. Only a method under a lease may
 * return its value later.
 *
 * @param sessions the transactions; {@code null} under a lease
 * @param check runs before each call, and refuses it by throwing
 */
record Running(
        Operation<@Nullable Object> operation, @Nullable Sessions<? extends Context> sessions, Runnable check) {

    static Running leased(Operation<@Nullable Object> operation, Runnable check) {
        return new Running(operation, null, check);
    }

    static Running in(Sessions<? extends Context> sessions, Operation<@Nullable Object> operation) {
        return new Running(operation, sessions, () -> {});
    }

    /** The work of a call. */
    interface Work {
        @Nullable
        Object run(Context attempt) throws Exception;
    }

    /** Runs a call whose value is available when its work returns. */
    @SuppressWarnings(
            "NullAway") // the result's type has null in it, which the checker does not see in the method reference
    Outcome<@Nullable Object> attempt(MethodCall call, Work work) throws Exception {
        check.run();
        Operation<@Nullable Object> scoped = call.in(operation);
        return sessions == null
                ? scoped.attempt(call.key(), call.request(), work::run)
                : SpringTransactions.attempt(scoped.in(sessions), call.key(), call.request(), work::run);
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
