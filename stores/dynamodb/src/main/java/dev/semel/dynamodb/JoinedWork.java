package dev.semel.dynamodb;

import org.jspecify.annotations.Nullable;

/**
 * The work of an operation whose items are written together with its record.
 *
 * @param <T> what it gives
 * @param <X> what it may throw
 */
@FunctionalInterface
public interface JoinedWork<T extends @Nullable Object, X extends Exception> {

    /**
     * Does the work and says what to write. Nothing is written before it has returned.
     *
     * @param writes collects what to write; of no use after the work has returned
     */
    T run(Writes writes) throws X;
}
