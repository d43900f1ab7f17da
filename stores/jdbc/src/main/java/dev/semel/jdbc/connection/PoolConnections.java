package dev.semel.jdbc.connection;

import dev.semel.jdbc.sql.SqlCall;
import dev.semel.thread.StackRoom;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Connections of the application's pool. */
public final class PoolConnections implements Connections {
    private final DataSource pool;
    private final Destination destination = new Destination();

    /**
     * Uses the connections of a pool.
     *
     * @throws IllegalArgumentException if the data source is a proxy that can't be used
     */
    public PoolConnections(DataSource pool) {
        DataSources.check(pool);
        this.pool = pool;
    }

    /** Returns the pool. */
    public DataSource pool() {
        return pool;
    }

    @Override
    public <R extends @Nullable Object> R forWriting(SqlCall<R> call) throws SQLException {
        StackRoom.require();
        try (Interrupts interrupts = new Interrupts();
                ReadyConnection ready = take(interrupts)) {
            return ready.run(call);
        }
    }

    /**
     * Takes a connection. If an interrupt makes the pool stop waiting, it is asked again.
     *
     * @throws NoConnectionException if the pool has none, also if a proxy asks its pool only when the connection is prepared
     * @throws SQLException if the pool returned a lost connection; the next one may work
     */
    ReadyConnection take(Interrupts interrupts) throws SQLException {
        while (true) {
            try {
                return checked(ReadyConnection.of(borrow()));
            } catch (SQLException e) {
                if (!interrupts.come()) {
                    throw e instanceof NoConnectionException || isLost(e) ? e : new NoConnectionException(e);
                }
            }
        }
    }

    private static boolean isLost(SQLException failure) {
        String state = failure.getSQLState();
        return state != null && state.startsWith("08") && !(failure instanceof SQLTransientConnectionException);
    }

    /** Reports that a kept connection was used successfully. */
    void used() {
        destination.used();
    }

    private ReadyConnection checked(ReadyConnection ready) throws SQLException {
        try {
            destination.check(ready.connection());
            return ready;
        } catch (SQLException | RuntimeException | Error e) {
            ready.close(e);
            throw e;
        }
    }

    @Override
    public void checkClaim() {
        destination.checkClaim();
    }

    @Override
    public Connection borrow() throws SQLException {
        try {
            return pool.getConnection();
        } catch (SQLException e) {
            throw new NoConnectionException(e);
        } catch (RuntimeException e) {
            throw new NoConnectionException(e);
        }
    }

    @Override
    public void giveBack(Connection connection) throws SQLException {
        connection.close();
    }

    @Override
    public void close() {
        // The application closes its pool.
    }
}
