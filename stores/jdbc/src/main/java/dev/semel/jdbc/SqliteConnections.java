package dev.semel.jdbc;

import dev.semel.store.StoreException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Connections to a file: one for the writer, since SQLite has one writer at a time, and a few for readers, who see the last commit and wait
 * for nobody. Every commit is synced to disk before it is acknowledged.
 */
final class SqliteConnections implements Connections {
    private static final int READERS = 4;
    private static final int TRANSACTIONS = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String address;
    private final ReentrantLock writing = new ReentrantLock();
    private final Semaphore reading = new Semaphore(READERS);
    private final ConcurrentLinkedDeque<Connection> readers = new ConcurrentLinkedDeque<>();
    private final Semaphore transacting = new Semaphore(TRANSACTIONS);
    private final ConcurrentLinkedDeque<Connection> forTransactions = new ConcurrentLinkedDeque<>();
    private @Nullable Connection writer;
    private volatile boolean closed;

    SqliteConnections(Path file) {
        this.address = "jdbc:sqlite:" + file.toAbsolutePath();
    }

    @Override
    public <R extends @Nullable Object> R forWriting(SqlCall<R> call) throws SQLException {
        writing.lock();
        try {
            ensureOpen();
            if (writer == null) {
                writer = open();
            }
            return call.on(writer);
        } catch (SQLException | RuntimeException | Error e) {
            // It may still be within a transaction: a new one costs little, and a stuck one would be the end of all
            // writes.
            closeWriter(e);
            throw e;
        } finally {
            writing.unlock();
        }
    }

    private void closeWriter(Throwable why) {
        if (writer != null) {
            Dialect.close(writer, why);
            writer = null;
        }
    }

    @Override
    public <R extends @Nullable Object> R forReading(SqlCall<R> call) throws SQLException {
        reading.acquireUninterruptibly();
        try {
            ensureOpen();
            Connection reader = idle(readers);
            R result;
            try {
                result = call.on(reader);
            } catch (SQLException | RuntimeException | Error e) {
                Dialect.close(reader, e);
                throw e;
            }
            readers.addFirst(reader);
            return result;
        } finally {
            reading.release();
        }
    }

    @Override
    public Connection borrow() throws SQLException {
        transacting.acquireUninterruptibly();
        try {
            ensureOpen();
            return idle(forTransactions);
        } catch (SQLException | RuntimeException | Error e) {
            transacting.release();
            throw e;
        }
    }

    @Override
    public void giveBack(Connection connection) throws SQLException {
        try {
            // One that was closed by the work, or is still within a transaction, is of no use to the next.
            if (connection.isClosed() || !connection.getAutoCommit()) {
                connection.close();
                return;
            }
            forTransactions.addFirst(connection);
            if (closed && forTransactions.remove(connection)) {
                connection.close();
            }
        } finally {
            transacting.release();
        }
    }

    private Connection idle(ConcurrentLinkedDeque<Connection> from) throws SQLException {
        Connection idle = from.pollFirst();
        return idle == null ? open() : idle;
    }

    private Connection open() throws SQLException {
        Properties settings = new Properties();
        settings.setProperty("journal_mode", "WAL");
        settings.setProperty("synchronous", "FULL");
        settings.setProperty("busy_timeout", String.valueOf(PATIENCE.toMillis()));
        return DriverManager.getConnection(address, settings);
    }

    private void ensureOpen() {
        if (closed) {
            throw new StoreException("the SQL store was closed; open a new one", null);
        }
    }

    @Override
    public void close() {
        writing.lock();
        reading.acquireUninterruptibly(READERS);
        try {
            closed = true;
            for (Connection reader : readers) {
                reader.close();
            }
            readers.clear();
            for (Connection idle = forTransactions.pollFirst(); idle != null; idle = forTransactions.pollFirst()) {
                idle.close();
            }
            if (writer != null) {
                writer.close();
                writer = null;
            }
        } catch (SQLException e) {
            throw new StoreException("the SQLite file could not be closed; what was acknowledged is on disk", e);
        } finally {
            reading.release(READERS);
            writing.unlock();
        }
    }
}
