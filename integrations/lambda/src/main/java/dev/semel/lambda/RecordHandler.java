package dev.semel.lambda;

import dev.semel.Context;
import org.jspecify.annotations.Nullable;

/**
 * Handles the records of a batch, one by one.
 *
 * @param <T> the type of the result, which is stored and not sent; {@code Void} if there is none
 */
@FunctionalInterface
public interface RecordHandler<T extends @Nullable Object> {

    /**
     * Handles a record. A record whose handler throws is reported as failed and delivered again.
     *
     * @param message the record
     * @param attempt the attempt for this record
     */
    T handle(BatchRecord message, Context attempt) throws Exception;
}
