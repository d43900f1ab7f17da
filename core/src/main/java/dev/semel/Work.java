package dev.semel;

import org.jspecify.annotations.Nullable;

/**
 * What must take effect once.
 *
 * @param <T> the type of the result
 * @param <X> what it may throw; the compiler finds it
 */
@FunctionalInterface
public interface Work<T extends @Nullable Object, X extends Exception> {

    /** Does it. */
    T run() throws X;

    /**
     * Work that wants to know about its attempt.
     *
     * @param <C> what it gets: with it, in a transaction, what it writes through
     * @param <T> the type of the result
     * @param <X> what it may throw; the compiler finds it
     */
    @FunctionalInterface
    interface InContext<C extends Context, T extends @Nullable Object, X extends Exception> {

        /** Does it. */
        T run(C context) throws X;
    }
}
