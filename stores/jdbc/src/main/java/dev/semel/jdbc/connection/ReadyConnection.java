package dev.semel.jdbc.connection;

import dev.semel.jdbc.sql.SqlCall;
import dev.semel.jdbc.sql.SqlFailures;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A connection of a pool, in auto-commit mode and ready to write. Closing it restores its settings. */
final class ReadyConnection implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.semel.jdbc");

    private final Connection connection;
    private final boolean autoCommit;
    private final boolean readOnly;

    private ReadyConnection(Connection connection) throws SQLException {
        this.connection = connection;
        this.autoCommit = connection.getAutoCommit();
        this.readOnly = connection.isReadOnly();
        if (readOnly) {
            connection.setReadOnly(false);
        }
        // Without auto-commit, the pool would roll the claim back.
        if (!autoCommit) {
            connection.setAutoCommit(true);
        }
    }

    /** Prepares a connection, or returns it if that fails. */
    static ReadyConnection of(Connection pooled) throws SQLException {
        try {
            return new ReadyConnection(pooled);
        } catch (SQLException | RuntimeException | Error e) {
            SqlFailures.close(pooled, e);
            throw e;
        }
    }

    Connection connection() {
        return connection;
    }

    /**
     * Runs statements. After an {@link Error} the connection's state is unknown, such as whether a transaction has begun, so it is aborted.
     */
    <R extends @Nullable Object> R run(SqlCall<R> call) throws SQLException {
        try {
            return call.on(connection);
        } catch (Error e) {
            SqlFailures.abort(connection, e);
            throw e;
        }
    }

    @Override
    public void close() throws SQLException {
        try (Connection pooled = connection) {
            putBack(pooled);
        }
    }

    /** Closes it because of a failure, to which further failures are attached. */
    void close(Throwable why) {
        try {
            close();
        } catch (SQLException | RuntimeException e) {
            SqlFailures.attach(why, e);
        }
    }

    /** Restores the settings. A failure here must not hide the outcome of the call: the pool will drop such a connection. */
    private void putBack(Connection pooled) {
        try {
            if (!autoCommit) {
                pooled.setAutoCommit(false);
            }
            if (readOnly) {
                pooled.setReadOnly(true);
            }
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "the settings of a connection could not be restored", e);
        }
    }
}
