package dev.semel.boot;

import dev.semel.OperationBuilder;
import dev.semel.Policies;
import dev.semel.Policy;
import dev.semel.spring.OperationCustomizer;
import org.jspecify.annotations.Nullable;

/** Gives operations of annotated methods what {@code semel.operations} says of them. */
record ConfiguredOperations(OperationPolicies policies) implements OperationCustomizer {

    @Override
    public <T extends @Nullable Object> void customize(String operation, OperationBuilder<T> builder) {
        Policy policy = policies.of(operation);
        if (policy.whileRunning() instanceof Policies.Accept) {
            throw new WrongSettingException(
                    "semel.operations." + operation + ".while-running is accepted, which only an HTTP route can answer",
                    "Choose refuse or wait for a method.");
        }
        builder.policy(policy);
    }
}
