package dev.semel.spring.method;

import dev.semel.Context;
import dev.semel.spring.result.Produced;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * Runs methods that return a {@code Mono}. Nothing happens before it is subscribed to, and each subscription is a call. The store and the method are
 * called on Semel's own threads, so that no event loop waits.
 */
final class MonoResults {
    private MonoResults() {}

    static Mono<Object> of(Running running, MethodCall call, MethodInvocation invocation) {
        Proceeding untouched = Proceeding.copyOf(invocation);
        return Mono.deferContextual(view -> {
            Proceeding rest = Proceeding.copyOf(untouched.invocation());
            Produced produced = new Produced();
            CompletableFuture<@Nullable Object> value = GuardedMethod.value(
                    running.attemptAsync(
                            call, attempt -> stage(rest, attempt, view).thenApply(produced::keep)),
                    produced);
            // cancelling does not keep the result from being recorded
            return Mono.fromFuture(value, true);
        });
    }

    @SuppressWarnings("unchecked")
    private static CompletionStage<@Nullable Object> stage(Proceeding rest, Context attempt, ContextView view) {
        try {
            Mono<Object> mono = (Mono<Object>) rest.run(attempt);
            if (mono == null) {
                throw new IllegalStateException("the method returned null instead of a Mono; return Mono.empty()");
            }
            return mono.contextWrite(context -> context.putAll(view).put(Context.class, attempt))
                    .toFuture();
        } catch (Exception e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
