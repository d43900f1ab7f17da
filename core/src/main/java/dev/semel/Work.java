package dev.semel;

import org.jspecify.annotations.Nullable;

/**
 * The work that must take effect once.
 *
 * @param <T> the type of the result
 * @param <X> what it may throw; inferred by the compiler
 */
@FunctionalInterface
public interface Work<T extends @Nullable Object, X extends Exception> {

    /** Runs the work and returns its result. */
    T run() throws X;

    /**
     * Work that uses the context of its attempt.
     *
     * @param <C> the context: the attempt and, in a transaction, the handle through which the work writes
     * @param <T> the type of the result
     * @param <X> what it may throw; inferred by the compiler
     */
    @FunctionalInterface
    interface InContext<C extends Context, T extends @Nullable Object, X extends Exception> {

        /** Runs the work and returns its result. */
        T run(C context) throws X;
    }
}
