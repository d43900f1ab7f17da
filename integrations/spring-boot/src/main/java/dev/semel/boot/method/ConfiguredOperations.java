package dev.semel.boot.method;

import dev.semel.OperationBuilder;
import dev.semel.boot.OperationPolicies;
import dev.semel.boot.WrongSettingException;
import dev.semel.policy.Policies;
import dev.semel.policy.Policy;
import dev.semel.spring.OperationCustomizer;
import org.jspecify.annotations.Nullable;

/** Applies the policies under {@code semel.operations} to the operations of annotated methods. */
record ConfiguredOperations(OperationPolicies policies) implements OperationCustomizer {

    @Override
    public <T extends @Nullable Object> void customize(String operation, OperationBuilder<T> builder) {
        Policy policy = policies.of(operation);
        if (policy.whileRunning() instanceof Policies.Accept) {
            throw new WrongSettingException(
                    "semel.operations." + operation + ".while-running is accepted, which only HTTP routes support",
                    "Set it to refuse or wait for a method.");
        }
        builder.policy(policy);
    }
}
