package dev.semel.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Something to do with a connection. */
@FunctionalInterface
interface SqlCall<R extends @Nullable Object> {
    R on(Connection connection) throws SQLException;
}
