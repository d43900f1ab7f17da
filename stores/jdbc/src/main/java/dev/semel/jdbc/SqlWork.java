package dev.semel.jdbc;

import dev.semel.Context;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/**
 * Work that writes its business rows through the connection on which its record is written.
 *
 * @param <T> the type of the result
 * @param <X> what it may throw; the compiler finds it
 */
@FunctionalInterface
public interface SqlWork<T extends @Nullable Object, X extends Exception> {

    /**
     * Does it. It neither commits nor rolls back nor closes.
     *
     * @param connection the transaction's
     */
    T run(Connection connection) throws X;

    /**
     * Work that wants to know about its attempt.
     *
     * @param <T> the type of the result
     * @param <X> what it may throw; the compiler finds it
     */
    @FunctionalInterface
    interface InContext<T extends @Nullable Object, X extends Exception> {

        /**
         * Does it. It neither commits nor rolls back nor closes.
         *
         * @param connection the transaction's
         * @param context of the attempt
         */
        T run(Connection connection, Context context) throws X;
    }
}
