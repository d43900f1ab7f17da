package dev.semel.spring;

import dev.semel.OperationBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Says how operations behave where {@link Idempotent} does not: the place for what is configured outside of the code. Beans of this type are asked in
 * their order when an operation is built; what a later one sets counts, and what the annotation sets counts most.
 */
public interface OperationCustomizer {

    /**
     * Sets what is to be said of an operation.
     *
     * @param operation its name
     * @param builder to be changed
     * @param <T> the type of the result
     */
    <T extends @Nullable Object> void customize(String operation, OperationBuilder<T> builder);
}
