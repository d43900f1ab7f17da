package dev.semel.lambda;

import dev.semel.Context;
import org.jspecify.annotations.Nullable;

/**
 * Handles the records of a batch, one by one.
 *
 * @param <T> the type of the result, which is stored and not sent anywhere; {@code Void} if there is none
 */
@FunctionalInterface
public interface RecordHandler<T extends @Nullable Object> {

    /**
     * Handles a record. If it throws, the record is reported as failed, and delivered again.
     *
     * @param attempt of this record
     */
    T handle(BatchRecord message, Context attempt) throws Exception;
}
