package dev.semel.jdbc.counter;

import dev.semel.StoreException;
import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.CounterStore;
import dev.semel.counter.store.StoredCount;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.PrivateFile;
import dev.semel.jdbc.Purgeable;
import dev.semel.jdbc.database.SqlDatabase;
import dev.semel.jdbc.sql.SqlCall;
import dev.semel.store.Causes;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * A store for counts in tables of a SQL database: SQLite, PostgreSQL, MySQL, MariaDB or H2, recognised from the connection. Safe for use by
 * many threads; create one for a pool and keep it.
 *
 * <p>A count is one row, found by the digest of its counter and subject. It holds the open window and its count. A plain addition is one
 * statement on PostgreSQL, SQLite and MariaDB, and a short transaction elsewhere. Several counters together, or a key, are one transaction.
 * The row is always locked while it is decided whether the window has turned and whether the limit permits the change. So resets do not
 * race, and a process that dies before the commit leaves nothing.
 *
 * <p>Deadlocks and similar collisions are retried, since nothing was applied then. If the connection is lost, a {@link StoreException}
 * reports that it is unknown whether the call was counted; the store never sends such a call again. The caller can repeat a call with a
 * key.
 *
 * <p>An acknowledged count is as durable as the database's commits. Pass the pool itself, neither a proxy that returns the connection of a
 * running transaction, nor a driver that repeats statements automatically after a failover.
 */
public final class JdbcCounterStore implements CounterStore, Purgeable {
    private static final int TRIES = 5;

    private final SqlDatabase database;
    private final CountSql sql;
    private final CountSender sender;
    private volatile boolean closed;

    private JdbcCounterStore(SqlDatabase database) {
        this.database = database;
        this.sql = CountSql.of(database.product());
        this.sender = new CountSender(database, sql);
    }

    /** Opens a store in the database of a pool, with the defaults of {@link #builder}. */
    public static JdbcCounterStore on(DataSource pool) {
        return builder(pool).build();
    }

    /** Returns a builder for a store in the database of a pool. */
    public static Builder builder(DataSource pool) {
        Objects.requireNonNull(pool, "pool");
        return new Builder(builder -> SqlDatabase.open(pool, CountSql.TABLES, builder.table, builder.createSchema));
    }

    /**
     * Opens a store in a file, which may be that of a {@link JdbcStore#sqlite}. Creates the file if it is missing. Needs no server, and
     * every acknowledged count survives the end of the process and a power cut. Needs {@code org.xerial:sqlite-jdbc} on the class path.
     */
    public static JdbcCounterStore sqlite(Path file) {
        Objects.requireNonNull(file, "file");
        return new Builder(builder -> SqlDatabase.open(file, PrivateFile::create, CountSql.TABLES, builder.table))
                .build();
    }

    @Override
    public CountResult apply(CountCall call) {
        ensureOpen();
        try {
            return sender.send(call);
        } catch (SQLException e) {
            throw failed("confirm a count, and it is unknown whether it was counted", e);
        }
    }

    @Override
    public void takeBack(CountCall call) {
        ensureOpen();
        try {
            sender.takeBack(call);
        } catch (SQLException e) {
            throw failed("confirm that a count was taken back, and it is unknown whether it was", e);
        }
    }

    @Override
    public Optional<StoredCount> find(CounterId id) {
        ensureOpen();
        try {
            return database.read(connection ->
                    sql.look(connection, List.of(id.digest())).values().stream().findFirst());
        } catch (SQLException e) {
            throw failed("find a count", e);
        }
    }

    @Override
    public int purge(Instant now, int limit) {
        ensureOpen();
        if (limit < 1) {
            throw new IllegalArgumentException("limit is " + limit + "; must be at least 1");
        }
        for (int tried = 1; ; tried++) {
            try {
                return database.write(connection -> sql.purge(connection, now, limit));
            } catch (SQLException e) {
                if (!sql.isPassing(e) || tried == TRIES) {
                    throw failed("purge counts", e);
                }
            }
        }
    }

    /** Deletes counts and keys whose time has passed by this machine's clock. */
    @Override
    public int purge(int limit) {
        return purge(Instant.now(), limit);
    }

    @Override
    public long overdue(long most) {
        Instant now = Instant.now();
        return count(connection -> sql.overdue(connection, now, most));
    }

    @Override
    public long size(long most) {
        return count(connection -> sql.size(connection, most));
    }

    private long count(SqlCall<Long> statement) {
        ensureOpen();
        try {
            return database.read(statement);
        } catch (SQLException e) {
            throw failed("count its rows", e);
        }
    }

    /** Returns the database's address, without user and password. */
    @Override
    public String toString() {
        return "JdbcCounterStore (" + database.address() + ")";
    }

    private static StoreException failed(String what, SQLException cause) {
        return new StoreException(
                "the SQL store for counts could not " + what + ": " + Causes.of(cause)
                        + "; check that the database can be reached",
                cause);
    }

    private void ensureOpen() {
        if (closed) {
            throw new StoreException("the SQL store for counts was closed; open a new one", null);
        }
    }

    /** Closes what the store has opened, never the application's pool. */
    @Override
    public void close() {
        closed = true;
        database.close();
    }

    /** A builder for a {@link JdbcCounterStore}. */
    public static final class Builder {
        private static final Pattern IDENTIFIER =
                Pattern.compile("([A-Za-z_][A-Za-z0-9_]{0,47}\\.)?[A-Za-z_][A-Za-z0-9_]{0,39}");

        private final Opening opening;
        private String table = "semel_counter";
        private boolean createSchema;

        private Builder(Opening opening) {
            this.opening = opening;
        }

        private interface Opening {
            SqlDatabase open(Builder builder) throws SQLException;
        }

        /**
         * Sets the name of the table, optionally with a schema in front. Defaults to {@code semel_counter}. Two more tables have the same
         * name with {@code _key} and {@code _schema} at the end.
         */
        public Builder table(String name) {
            table = Objects.requireNonNull(name, "name");
            return this;
        }

        /** Sets whether to create missing tables. Defaults to false; in production, prefer migrations. */
        public Builder createSchema(boolean choice) {
            createSchema = choice;
            return this;
        }

        /**
         * Connects, recognises the database, checks the schema, and creates the store.
         *
         * @throws IllegalArgumentException if a setting is invalid
         * @throws StoreException if the database can't be reached or its schema does not fit, with what to do about it
         */
        public JdbcCounterStore build() {
            if (!IDENTIFIER.matcher(table).matches()) {
                throw new IllegalArgumentException("table is \"" + table
                        + "\"; must be at most 40 letters, digits and _, optionally after a schema and a dot");
            }
            try {
                return new JdbcCounterStore(opening.open(this));
            } catch (SQLException e) {
                throw failed("be opened", e);
            }
        }
    }
}
