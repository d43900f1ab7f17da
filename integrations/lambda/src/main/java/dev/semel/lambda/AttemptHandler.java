package dev.semel.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import org.jspecify.annotations.Nullable;

/**
 * A handler that receives its attempt: for child keys, the number of the attempt and the time left.
 *
 * @param <I> the type of the event
 * @param <T> the type of the result
 */
@FunctionalInterface
public interface AttemptHandler<I extends @Nullable Object, T extends @Nullable Object> {

    /**
     * Handles an event.
     *
     * @param context the context of the invocation
     * @param attempt the attempt for this event
     */
    T handle(I event, @Nullable Context context, dev.semel.Context attempt) throws Exception;
}
