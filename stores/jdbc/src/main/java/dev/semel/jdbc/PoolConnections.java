package dev.semel.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Connections of the application's own pool. */
final class PoolConnections implements Connections {
    private static final System.Logger LOG = System.getLogger("dev.semel.jdbc");

    private final DataSource pool;

    PoolConnections(DataSource pool) {
        this.pool = pool;
    }

    DataSource pool() {
        return pool;
    }

    /**
     * An interrupt is put off until the call is over: it is meant for one caller, and the call may be that of many. A pool gives up waiting
     * when it comes, and is then asked again.
     */
    @Override
    public <R extends @Nullable Object> R forWriting(SqlCall<R> call) throws SQLException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                Connection connection;
                try {
                    connection = borrow();
                } catch (SQLException e) {
                    if (!Thread.interrupted()) {
                        throw e;
                    }
                    interrupted = true;
                    continue;
                }
                return lend(connection, call);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static <R extends @Nullable Object> R lend(Connection pooled, SqlCall<R> call) throws SQLException {
        try (Connection connection = pooled) {
            boolean autoCommit = connection.getAutoCommit();
            boolean readOnly = connection.isReadOnly();
            if (readOnly) {
                connection.setReadOnly(false);
            }
            // A claim that is rolled back when its connection goes back to the pool would be no claim at all.
            if (!autoCommit) {
                connection.setAutoCommit(true);
            }
            try {
                return call.on(connection);
            } finally {
                putBack(connection, autoCommit, readOnly);
            }
        }
    }

    /** What goes wrong here must not hide what became of the call: a connection that can't be set is one that the pool will drop. */
    private static void putBack(Connection connection, boolean autoCommit, boolean readOnly) {
        try {
            if (!autoCommit) {
                connection.setAutoCommit(false);
            }
            if (readOnly) {
                connection.setReadOnly(true);
            }
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "a connection could not be put back as it was", e);
        }
    }

    @Override
    public Connection borrow() throws SQLException {
        try {
            return pool.getConnection();
        } catch (RuntimeException e) {
            // Some pools say so that they can't make their first connection.
            throw new SQLNonTransientConnectionException("the pool gives no connection", "08001", e);
        }
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
