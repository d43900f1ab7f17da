package dev.semel.jdbc.connection;

import dev.semel.StoreException;
import dev.semel.jdbc.sql.SqlCall;
import dev.semel.thread.StackRoom;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Connections of the application's pool. */
public final class PoolConnections implements Connections {
    private static final System.Logger LOG = System.getLogger("dev.semel.jdbc");

    private final DataSource pool;
    private final Destination destination;

    /**
     * Uses the connections of a pool.
     *
     * @throws IllegalArgumentException if the data source is a proxy that can't be used
     */
    public PoolConnections(DataSource pool) {
        this(pool, Destination.ofTable(""));
    }

    PoolConnections(DataSource pool, Destination destination) {
        DataSources.check(pool);
        this.pool = pool;
        this.destination = destination;
    }

    @Override
    public Connections forTable(String name) {
        return new PoolConnections(pool, Destination.ofTable(name));
    }

    /** Returns whether both belong to one pool, and refuse the same connections. */
    boolean isLike(PoolConnections other) {
        return pool == other.pool && destination.isLike(other.destination);
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

    /** Looks at a connection first if claims are refused at present, since the reason may have gone. */
    @Override
    public void checkClaim() {
        if (destination.refusesClaims()) {
            look();
        }
        destination.checkClaim();
    }

    private void look() {
        try (Connection connection = borrow()) {
            destination.check(connection);
        } catch (SQLException | StoreException e) {
            LOG.log(System.Logger.Level.DEBUG, "claims are still refused", e);
        }
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
