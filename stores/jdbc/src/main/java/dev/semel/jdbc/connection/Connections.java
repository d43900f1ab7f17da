package dev.semel.jdbc.connection;

import dev.semel.jdbc.sql.SqlCall;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Lends connections in auto-commit mode and ready to write, whatever the pool's default is. Settings are restored before a connection
 * returns to its pool.
 */
public interface Connections extends AutoCloseable {

    /**
     * Returns these connections for a store whose table has this name.
     *
     * @param name optionally with a schema in front
     */
    default Connections forTable(String name) {
        return this;
    }

    /** Runs statements that write. */
    <R extends @Nullable Object> R forWriting(SqlCall<R> call) throws SQLException;

    /** Runs statements that only read. */
    default <R extends @Nullable Object> R forReading(SqlCall<R> call) throws SQLException {
        return forWriting(call);
    }

    /** Borrows a connection for a transaction, with the pool's settings. The caller returns it by {@link #giveBack}. */
    Connection borrow() throws SQLException;

    /** Returns a borrowed connection. */
    void giveBack(Connection connection) throws SQLException;

    /** Runs the store's statements on a borrowed connection, which the application uses as well. */
    default <R extends @Nullable Object> R onBorrowed(Connection connection, SqlCall<R> call) throws SQLException {
        return call.on(connection);
    }

    /**
     * Checks that a record that is claimed now will be found again.
     *
     * @throws dev.semel.StoreException if connections were seen to lead to different databases
     */
    default void checkClaim() {}

    /** Reports that a lease of this length was requested, so that its owner needs a connection until it ends. */
    default void keepFor(Duration lease) {}

    /** Closes what was opened here, never the application's pool. */
    @Override
    void close();
}
