package dev.semel.jdbc.connection;

import dev.semel.jdbc.sql.SqlCall;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Lends connections, each in auto-commit mode and ready to write, whatever the default of the pool that it comes from. What was changed
 * is put back before the pool gets it back.
 */
public interface Connections extends AutoCloseable {

    /** For statements that write. */
    <R extends @Nullable Object> R forWriting(SqlCall<R> call) throws SQLException;

    /** For statements that only read. */
    default <R extends @Nullable Object> R forReading(SqlCall<R> call) throws SQLException {
        return forWriting(call);
    }

    /** A connection for a transaction, as it comes from the pool; to be given back. */
    Connection borrow() throws SQLException;

    void giveBack(Connection connection) throws SQLException;

    /** Runs statements of the store's own on a connection that was borrowed and that others use as well. */
    default <R extends @Nullable Object> R onBorrowed(Connection connection, SqlCall<R> call) throws SQLException {
        return call.on(connection);
    }

    /**
     * Checks that a record that is claimed now will be found again.
     *
     * @throws dev.semel.store.StoreException if connections were seen to lead to different databases
     */
    default void checkClaim() {}

    /** Reports that a lease of this length was asked for, and that its owner will need a connection until it ends. */
    default void keepFor(Duration lease) {}

    /** Closes what was opened here, never the pool of the application. */
    @Override
    void close();
}
