package dev.semel.jdbc;

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
}
