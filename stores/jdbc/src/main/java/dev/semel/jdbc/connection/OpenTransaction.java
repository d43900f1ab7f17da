package dev.semel.jdbc.connection;

import dev.semel.batch.StackRoom;
import dev.semel.jdbc.sql.SqlCall;
import dev.semel.jdbc.sql.SqlFailures;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A transaction on a borrowed connection: rolled back when it is closed, unless it was committed. */
public final class OpenTransaction implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.semel.jdbc");

    private final Connections connections;
    private final Connection connection;
    private final boolean autoCommit;
    private final boolean readOnly;
    private boolean ended;
    private boolean closed;
    private @Nullable SQLException notUndone;

    private OpenTransaction(Connections connections, Connection connection) throws SQLException {
        this.connections = connections;
        this.connection = connection;
        this.autoCommit = connection.getAutoCommit();
        this.readOnly = connection.isReadOnly();
        if (readOnly) {
            connection.setReadOnly(false);
        }
        if (autoCommit) {
            connection.setAutoCommit(false);
        }
    }

    public static OpenTransaction begin(Connections connections) throws SQLException {
        StackRoom.require();
        Connection connection = connections.borrow();
        try {
            return new OpenTransaction(connections, connection);
        } catch (SQLException | RuntimeException | Error e) {
            connections.giveBack(connection);
            throw e;
        }
    }

    public Connection connection() {
        return connection;
    }

    /** Runs statements of the store's own in it. */
    public <R extends @Nullable Object> R run(SqlCall<R> call) throws SQLException {
        return connections.onBorrowed(connection, call);
    }

    public void commit() throws SQLException {
        connection.commit();
        ended = true;
    }

    /** Runs what ends with a commit if it gives true, and with none if it gives false. */
    public boolean end(SqlCall<Boolean> last) throws SQLException {
        ended = run(last); // not before: whatever it throws, the transaction is rolled back
        return ended;
    }

    /** Undoes what was written in it, or after it by work that has ended it, and keeps the connection. */
    public void undo() throws SQLException {
        try {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
        } catch (SQLException e) {
            notUndone = e;
            throw e;
        }
    }

    /** Rolls back and gives the connection back; what goes wrong in that is attached to why. */
    public void rollBack(Throwable why) {
        ended = false;
        try {
            close();
        } catch (SQLException | RuntimeException e) {
            SqlFailures.attach(why, e);
        } catch (Error e) {
            SqlFailures.attach(e, why);
            throw e;
        }
    }

    /** After a commit: what goes wrong in giving the connection back is no longer the caller's concern. */
    public void closeQuietly() {
        try {
            close();
        } catch (SQLException | RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "a connection could not be given back after its commit", e);
        }
    }

    /** A second call does nothing: by then the connection may be somebody else's. */
    @Override
    public void close() throws SQLException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (notUndone != null) {
                throw notUndone;
            }
            if (!ended) {
                connection.rollback();
            }
            putBack();
        } catch (SQLException | RuntimeException | Error e) {
            // What could not be rolled back must not become a part of the next one's transaction.
            try {
                SqlFailures.abort(connection, e);
            } finally {
                giveBackBecauseOf(e);
            }
            throw e;
        }
        connections.giveBack(connection);
    }

    private void giveBackBecauseOf(Throwable why) {
        try {
            connections.giveBack(connection);
        } catch (SQLException | RuntimeException e) {
            SqlFailures.attach(why, e);
        }
    }

    private void putBack() throws SQLException {
        if (autoCommit) {
            connection.setAutoCommit(true);
        }
        if (readOnly) {
            connection.setReadOnly(true);
        }
    }
}
