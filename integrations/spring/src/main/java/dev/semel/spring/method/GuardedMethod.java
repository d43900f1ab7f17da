package dev.semel.spring.method;

import dev.semel.Context;
import dev.semel.Outcome;
import dev.semel.ResultNotKeptException;
import dev.semel.spring.result.EntityNotStored;
import dev.semel.spring.result.Produced;
import dev.semel.spring.result.ResultForm;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** An idempotent method with its operation. */
final class GuardedMethod {
    private final Expressions expressions;
    private final ResultForm.Delivery delivery;
    private final Running running;

    GuardedMethod(Expressions expressions, ResultForm.Delivery delivery, Running running) {
        this.expressions = expressions;
        this.delivery = delivery;
        this.running = running;
    }

    /** Returns whether all callers share one scope without a setting that accepts this. */
    boolean sharesScope() {
        return expressions.sharesScope();
    }

    /** Returns whether the result is recorded in the method's transaction. */
    boolean isTransactional() {
        return running.sessions() != null;
    }

    @Nullable
    Object invoke(MethodInvocation invocation) throws Exception {
        MethodCall call = expressions.read(invocation);
        return switch (delivery) {
            case AT_ONCE -> atOnce(call, invocation);
            case FUTURE -> future(call, invocation);
            case MONO -> MonoResults.of(running, call, invocation);
        };
    }

    private @Nullable Object atOnce(MethodCall call, MethodInvocation invocation) throws Exception {
        Proceeding rest = new Proceeding(invocation);
        Produced produced = new Produced();
        try {
            return running.attempt(call, attempt -> produced.keep(rest.run(attempt)))
                    .orThrow();
        } catch (EntityNotStored e) {
            return e.entity();
        } catch (ResultNotKeptException e) {
            return produced.orThrow(e);
        }
    }

    private CompletableFuture<@Nullable Object> future(MethodCall call, MethodInvocation invocation) {
        Proceeding rest = new Proceeding(invocation);
        Produced produced = new Produced();
        return value(running.attemptStaged(call, attempt -> stage(rest, attempt, produced)), produced);
    }

    @SuppressWarnings("unchecked")
    private static CompletionStage<@Nullable Object> stage(Proceeding rest, Context attempt, Produced produced) {
        try {
            CompletionStage<@Nullable Object> stage = (CompletionStage<@Nullable Object>) rest.run(attempt);
            if (stage == null) {
                throw new IllegalStateException(
                        "the method returned null instead of a future; return a future that completes with null");
            }
            return stage.thenApply(produced::keep);
        } catch (Exception e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    static CompletableFuture<@Nullable Object> value(
            CompletableFuture<Outcome<@Nullable Object>> outcome, Produced produced) {
        return outcome.handle((done, thrown) -> {
            if (thrown == null) {
                return done.orThrow();
            }
            Throwable cause =
                    thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
            if (cause instanceof EntityNotStored notStored) {
                return notStored.entity();
            } else if (cause instanceof ResultNotKeptException notKept) {
                return produced.orThrow(notKept);
            }
            throw thrown instanceof CompletionException known ? known : new CompletionException(thrown);
        });
    }
}
