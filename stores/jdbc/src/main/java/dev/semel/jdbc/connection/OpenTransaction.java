package dev.semel.jdbc.connection;

import dev.semel.jdbc.sql.DatabaseProduct;
import dev.semel.jdbc.sql.SqlCall;
import dev.semel.jdbc.sql.SqlFailures;
import dev.semel.thread.StackRoom;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A transaction on a borrowed connection. Closing it rolls it back, unless it was committed. */
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

    /** Begins a transaction on a connection that it borrows. */
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

    /** Returns the connection of the transaction. */
    public Connection connection() {
        return connection;
    }

    /** Runs the store's statements in it. */
    public <R extends @Nullable Object> R run(SqlCall<R> call) throws SQLException {
        return connections.onBorrowed(connection, call);
    }

    /** Commits the transaction. */
    public void commit(DatabaseProduct product) throws SQLException {
        product.commitBegun(connection);
        ended = true;
    }

    /** Runs statements that end with a commit if they return true, and without one if they return false. */
    public boolean end(SqlCall<Boolean> last) throws SQLException {
        ended = run(last); // set last: if the call throws, the transaction is rolled back
        return ended;
    }

    /** Undoes its writes, and those after it by work that has ended it. Keeps the connection. */
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

    /** Rolls back and returns the connection. Failures are attached to {@code why}. */
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

    /** Closes it after a commit. A failure to return the connection is logged only, since the commit has succeeded. */
    public void closeQuietly() {
        try {
            close();
        } catch (SQLException | RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "a connection could not be returned after its commit", e);
        }
    }

    /** Ends it. A second call does nothing, since another thread may have the connection by then. */
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
            // Without this, writes that could not be rolled back would join the next transaction.
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
