package dev.semel.jdbc.sql;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Statements to run on a connection.
 *
 * @param <R> the type of the result
 */
@FunctionalInterface
public interface SqlCall<R extends @Nullable Object> {
    /** Runs the statements. */
    R on(Connection connection) throws SQLException;
}
