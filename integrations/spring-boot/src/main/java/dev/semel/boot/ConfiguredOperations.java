package dev.semel.boot;

import dev.semel.OperationBuilder;
import dev.semel.Policies;
import dev.semel.spring.OperationCustomizer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Gives operations of annotated methods what {@code semel.operations} says of them. */
final class ConfiguredOperations implements OperationCustomizer {
    private static final Duration WAIT = Duration.ofSeconds(5);

    private final OperationPolicies policies;

    ConfiguredOperations(OperationPolicies policies) {
        this.policies = policies;
    }

    @Override
    public <T extends @Nullable Object> void customize(String operation, OperationBuilder<T> builder) {
        OperationProperties policy = policies.of(operation);
        if (policy.retention() != null) {
            builder.retention(policy.retention());
        }
        if (policy.lease() != null) {
            builder.lease(policy.lease());
        }
        applyDuplicates(operation, policy, builder);
        applyFailures(policy, builder);
        if (policy.withoutKey() == OperationProperties.Without.RUN_UNPROTECTED) {
            builder.withoutKey(Policies.runUnprotected());
        }
        if (policy.withoutStore() == OperationProperties.Without.RUN_UNPROTECTED) {
            builder.withoutStore(Policies.runUnprotected());
        }
    }

    private static void applyDuplicates(String operation, OperationProperties policy, OperationBuilder<?> builder) {
        RouteProperties.WhileRunning running = policy.whileRunning();
        Duration wait = policy.waitUpTo();
        if (running == RouteProperties.WhileRunning.ACCEPTED) {
            throw new WrongSettingException(
                    "semel.operations." + operation + ".while-running is accepted, which only an HTTP route can answer",
                    "Choose refuse or wait for a method.");
        }
        if (running == RouteProperties.WhileRunning.WAIT || (running == null && wait != null)) {
            builder.whileRunning(Policies.waitUpTo(wait == null ? WAIT : wait));
        }
    }

    private static <T extends @Nullable Object> void applyFailures(
            OperationProperties policy, OperationBuilder<T> builder) {
        if (policy.afterAbandonment() == RouteProperties.AfterAbandonment.HOLD) {
            builder.afterAbandonment(Policies.hold());
        }
        OperationProperties.AfterFailure failure = policy.afterFailure();
        if (failure != null) {
            builder.afterFailure(
                    switch (failure) {
                        case RUN_AGAIN -> Policies.runAgain();
                        case REPLAY -> Policies.replayFailures();
                        case AS_ABANDONED -> Policies.asAbandoned();
                    });
        }
    }
}
