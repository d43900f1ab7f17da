package dev.semel.jdbc.connection;

import dev.semel.jdbc.sql.SqlCall;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A connection of a pool that is in the {@link Reserve}. For one thread at a time. */
final class KeptConnection {
    private static final System.Logger LOG = System.getLogger("dev.semel.jdbc");
    private static final long IDLE = TimeUnit.SECONDS.toNanos(10);
    private static final int TEST_SECONDS = 5;

    private final ReadyConnection ready;
    private final long since = System.nanoTime();
    private long usedAt = since;

    KeptConnection(ReadyConnection ready) {
        this.ready = ready;
    }

    <R extends @Nullable Object> R run(SqlCall<R> call) throws SQLException {
        return ready.run(call);
    }

    void used() {
        usedAt = System.nanoTime();
    }

    /** Returns whether it was idle for so long that a firewall or the server may have closed it. */
    boolean wasIdle() {
        return System.nanoTime() - usedAt > IDLE;
    }

    /** Returns the nanoseconds since it was taken from its pool. */
    long age() {
        return System.nanoTime() - since;
    }

    boolean isOlderThan(KeptConnection other) {
        return since - other.since < 0;
    }

    /** Returns whether the connection works. Asks the server unless the driver already knows. */
    boolean isAlive() {
        try {
            Connection connection = ready.connection();
            return !connection.isClosed() && connection.isValid(TEST_SECONDS);
        } catch (SQLException | RuntimeException e) {
            return false;
        }
    }

    /** Returns it to its pool, which drops it if it is dead. */
    void close() {
        try {
            ready.close();
        } catch (SQLException | RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "a connection could not be returned to its pool", e);
        }
    }
}
