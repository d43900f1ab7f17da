package dev.semel.jdbc.sql;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Something to do with a connection. Not for applications: it may change in any release. */
@FunctionalInterface
public interface SqlCall<R extends @Nullable Object> {
    /** Does it. */
    R on(Connection connection) throws SQLException;
}
