package dev.semel.jdbc.connection;

import dev.semel.jdbc.sql.SqlCall;
import dev.semel.jdbc.sql.SqlFailures;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A connection of a pool, in auto-commit mode and ready to write. What was changed for that is put back when it is closed. */
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
        // A claim that is rolled back when its connection goes back to the pool would be no claim at all.
        if (!autoCommit) {
            connection.setAutoCommit(true);
        }
    }

    /** Prepares a connection, or gives it back if that fails. */
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

    /** Runs statements. After an error its state is unknown, such as whether a transaction has begun, so it is not used again. */
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

    /** Closes it because of a failure, to which it adds what goes wrong in that. */
    void close(Throwable why) {
        try {
            close();
        } catch (SQLException | RuntimeException e) {
            SqlFailures.attach(why, e);
        }
    }

    /** What goes wrong here must not hide the outcome of the call: a connection that can't be set is one that the pool will drop. */
    private void putBack(Connection pooled) {
        try {
            if (!autoCommit) {
                pooled.setAutoCommit(false);
            }
            if (readOnly) {
                pooled.setReadOnly(true);
            }
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "a connection could not be put back as it was", e);
        }
    }
}
