package dev.semel.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Connections of the application's own pool. */
final class PoolConnections implements Connections {
    private final DataSource pool;

    PoolConnections(DataSource pool) {
        this.pool = pool;
    }

    @Override
    public <R extends @Nullable Object> R forWriting(SqlCall<R> call) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            boolean readOnly = connection.isReadOnly();
            if (readOnly) {
                connection.setReadOnly(false);
            }
            // A claim that is rolled back when its connection goes back to the pool would be no claim at all.
            if (!autoCommit) {
                connection.setAutoCommit(true);
            }
            R result = call.on(connection);
            if (!autoCommit) {
                connection.setAutoCommit(false);
            }
            if (readOnly) {
                connection.setReadOnly(true);
            }
            return result;
        }
    }

    @Override
    public Connection borrow() throws SQLException {
        return pool.getConnection();
    }

    @Override
    public void giveBack(Connection connection) throws SQLException {
        connection.close();
    }

    @Override
    public void close() {
        // The pool is the application's.
    }
}
