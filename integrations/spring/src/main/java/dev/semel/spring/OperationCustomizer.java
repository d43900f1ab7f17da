package dev.semel.spring;

import dev.semel.OperationBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Sets the policies of operations where {@link Idempotent} does not, for configuration outside of the code. Beans of this type are called in their
 * order when an operation is built. A later bean takes precedence over an earlier one, and the annotation over all beans.
 */
public interface OperationCustomizer {

    /**
     * Customizes an operation.
     *
     * @param operation the name of the operation
     * @param builder the builder to change
     * @param <T> the type of the result
     */
    <T extends @Nullable Object> void customize(String operation, OperationBuilder<T> builder);
}
