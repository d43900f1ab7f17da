package dev.semel.spring;

import java.util.List;

/** The methods of a context that are {@link Idempotent}. {@link EnableIdempotent} defines a bean of this type. */
public interface IdempotentMethods {

    /** Returns the methods that are guarded by now, by operation. Methods of lazy beans are added when those are created. */
    List<Guarded> all();

    /**
     * A guarded method.
     *
     * @param operation the name of its operation
     * @param method the class and the method, such as {@code Payments.pay}
     * @param transactional whether its result is recorded in its transaction; otherwise under a lease
     */
    record Guarded(String operation, String method, boolean transactional) {}
}
