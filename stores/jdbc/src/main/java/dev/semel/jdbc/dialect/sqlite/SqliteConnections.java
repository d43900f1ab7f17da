package dev.semel.jdbc.dialect.sqlite;

import dev.semel.StoreException;
import dev.semel.jdbc.connection.Connections;
import dev.semel.jdbc.sql.SqlCall;
import dev.semel.thread.StackRoom;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Connections to a file: one writer, since SQLite has one at a time, and a few readers, which see the last commit and do not wait. Every
 * commit is synced to disk before it is acknowledged.
 */
public final class SqliteConnections implements Connections {
    private static final int READERS = 16;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String address;
    private final ReentrantLock writing = new ReentrantLock();
    private final Semaphore reading = new Semaphore(READERS);
    private final ConcurrentLinkedDeque<KeptStatements> readers = new ConcurrentLinkedDeque<>();
    private final Semaphore transacting = new Semaphore(1);
    private volatile @Nullable KeptStatements transaction;
    private @Nullable KeptStatements writer;
    private @Nullable KeptStatements broken;
    private volatile boolean closed;

    /**
     * Creates the file if it is missing. Opens no connection yet.
     *
     * @param file optionally followed by {@code ?} and settings of the driver
     * @param create creates the file, without the settings, if it is missing
     */
    public SqliteConnections(Path file, Consumer<Path> create) {
        String path = file.toAbsolutePath().toString();
        int settings = path.indexOf('?');
        create.accept(Path.of(settings < 0 ? path : path.substring(0, settings)));
        this.address = "jdbc:sqlite:" + path;
    }

    @Override
    public <R extends @Nullable Object> R forWriting(SqlCall<R> call) throws SQLException {
        StackRoom.require();
        writing.lock();
        try {
            ensureOpen();
            closeBroken();
            if (writer == null) {
                writer = new KeptStatements(open());
            }
            return writer.run(call);
        } catch (SQLException | RuntimeException | Error e) {
            // It may still be within a transaction. A new connection costs little, while a stuck one would block all
            // writes. If it can't be closed now, the next writer closes it.
            broken = writer;
            writer = null;
            closeBroken(e);
            throw e;
        } finally {
            writing.unlock();
        }
    }

    private void closeBroken() throws SQLException {
        if (broken != null) {
            broken.close();
            broken = null;
        }
    }

    private void closeBroken(Throwable why) {
        if (broken != null) {
            broken.close(why);
            broken = null;
        }
    }

    @Override
    public <R extends @Nullable Object> R forReading(SqlCall<R> call) throws SQLException {
        StackRoom.require();
        reading.acquireUninterruptibly();
        try {
            ensureOpen();
            KeptStatements reader = readers.pollFirst();
            if (reader == null) {
                reader = new KeptStatements(open());
            }
            R result;
            try {
                result = reader.run(call);
            } catch (SQLException | RuntimeException | Error e) {
                reader.close(e);
                throw e;
            }
            readers.addFirst(reader);
            return result;
        } finally {
            reading.release();
        }
    }

    /**
     * Lends the connection for transactions to one thread at a time, since all of them write. Threads that wait here are woken, while a
     * wait for the file is polling.
     */
    @Override
    public Connection borrow() throws SQLException {
        StackRoom.require();
        await(transacting);
        try {
            ensureOpen();
            KeptStatements kept = transaction;
            if (kept == null) {
                kept = new KeptStatements(open());
                transaction = kept;
            }
            return kept.connection();
        } catch (SQLException | RuntimeException | Error e) {
            transacting.release();
            throw e;
        }
    }

    /** Waits for a turn. Interrupts are deferred, since a transaction that has begun must be able to end. */
    private static void await(Semaphore turn) throws SQLException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        boolean interrupted = false;
        try {
            for (boolean mine = turn.tryAcquire(); !mine; ) {
                try {
                    mine = turn.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                    if (!mine) {
                        throw new SQLException(
                                "another transaction locked the file for more than " + PATIENCE.toSeconds()
                                        + " seconds",
                                null,
                                Sqlite.BUSY);
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Keeps the store's statements only, not the application's. */
    @Override
    public <R extends @Nullable Object> R onBorrowed(Connection connection, SqlCall<R> call) throws SQLException {
        KeptStatements kept = transaction;
        return kept != null && kept.connection() == connection ? kept.run(call) : call.on(connection);
    }

    @Override
    public void giveBack(Connection connection) throws SQLException {
        try {
            // A connection that the work has closed, or that is still within a transaction, can't be used again.
            if (connection.isClosed() || !connection.getAutoCommit() || closed) {
                transaction = null;
                connection.close();
            }
        } finally {
            transacting.release();
        }
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
            for (KeptStatements reader : readers) {
                reader.close();
            }
            readers.clear();
            // A running transaction completes, and its connection is closed when it is returned.
            if (transacting.tryAcquire()) {
                closeTransaction();
                transacting.release();
            }
            if (writer != null) {
                writer.close();
                writer = null;
            }
        } catch (SQLException e) {
            throw new StoreException("the SQLite file could not be closed; all acknowledged results are on disk", e);
        } finally {
            reading.release(READERS);
            writing.unlock();
        }
    }

    private void closeTransaction() throws SQLException {
        KeptStatements idle = transaction;
        if (idle != null) {
            transaction = null;
            idle.close();
        }
    }
}
