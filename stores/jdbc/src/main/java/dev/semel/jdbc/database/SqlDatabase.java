package dev.semel.jdbc.database;

import dev.semel.jdbc.sql.Purge;
import dev.semel.jdbc.sql.SqlCall;
import dev.semel.jdbc.connection.PoolConnections;
import dev.semel.jdbc.dialect.Dialect;
import dev.semel.jdbc.dialect.h2.H2;
import dev.semel.jdbc.dialect.sqlite.SqliteConnections;
import dev.semel.jdbc.connection.Connections;
import dev.semel.store.StoreException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A database with some tables of Semel's, as far as other packages of this module need it: connections, transactions, and what differs from
 * database to database. Not for applications: it may change in any release.
 */
public final class SqlDatabase implements AutoCloseable {
    private final Connections connections;
    private final Dialect dialect;
    private final String address;

    private SqlDatabase(Connections connections, Opening opened) {
        this.connections = connections;
        this.dialect = opened.dialect();
        this.address = opened.address();
    }

    /**
     * Tables that one script makes.
     *
     * @param version of their schema
     * @param script the name of its file in the folder of each database
     * @param defaultName what the script calls the first table; the names of all others begin with it
     * @param columns of each table, by what follows the first table's name in the name of the table
     */
    public record Tables(int version, String script, String defaultName, Map<String, String> columns) {}

    /** What databases there are. */
    public enum Kind {
        POSTGRESQL,
        MYSQL,
        MARIADB,
        SQLITE,
        H2
    }

    /**
     * Recognises the database of a pool, makes the tables if they are wanted, and checks them and the server's settings.
     *
     * @param name of the first table, perhaps with a schema in front
     * @throws StoreException if the tables are missing or do not fit
     */
    public static SqlDatabase open(DataSource pool, Tables tables, String name, boolean createSchema)
            throws SQLException {
        return open(new PoolConnections(pool), tables, name, createSchema);
    }

    /**
     * The same in a file of SQLite, where tables are made if they are missing.
     *
     * @param create creates the file if it is missing
     */
    public static SqlDatabase open(Path file, Consumer<Path> create, Tables tables, String name) throws SQLException {
        return open(new SqliteConnections(file, create), tables, name, true);
    }

    private static SqlDatabase open(Connections connections, Tables tables, String name, boolean createSchema)
            throws SQLException {
        try {
            Opening opened = connections.forWriting(connection -> Opening.of(connection, name, tables, createSchema));
            return new SqlDatabase(connections, opened);
        } catch (SQLException | RuntimeException | Error e) {
            connections.close();
            throw e;
        }
    }

    /** What was recognised. */
    public Kind kind() {
        return Kind.valueOf(dialect.name().toUpperCase(Locale.ROOT));
    }

    /** The name of the first table, checked to be an identifier. */
    public String table() {
        return dialect.table();
    }

    /** Where the database is, without user and password. */
    public String address() {
        return address;
    }

    /** Runs statements that write, on a connection in auto-commit mode. */
    public <R extends @Nullable Object> R write(SqlCall<R> call) throws SQLException {
        return connections.forWriting(call);
    }

    /** Runs statements that only read. */
    public <R extends @Nullable Object> R read(SqlCall<R> call) throws SQLException {
        return connections.forReading(call);
    }

    /**
     * Runs a call in a transaction, which is committed if the result is one to keep, and rolled back otherwise.
     *
     * @param begin the statement that begins it
     */
    public <R> R inTransaction(Connection connection, String begin, SqlCall<R> call, Predicate<R> kept)
            throws SQLException {
        return dialect.inTransaction(connection, begin, call, kept);
    }

    /** Prepares a statement that locks rows, so that it does not wait for them without end. */
    public PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        return dialect.prepare(connection, sql);
    }

    /** Executes an update that {@link #prepare} has prepared, and returns the number of its rows. */
    public int update(PreparedStatement prepared) throws SQLException {
        return dialect.executeUpdate(prepared);
    }

    /** Executes what {@link #prepare} has prepared and returns its rows. */
    public ResultSet query(PreparedStatement prepared) throws SQLException {
        return dialect.queryPrepared(prepared);
    }

    /** What makes a read of one row wait until the write that it finds is as durable as the database's commits are. */
    public String confirming() {
        return dialect.confirming();
    }

    /**
     * Checks a statement that was executed and has committed.
     *
     * @throws SQLException if the database reports that less was done for its durability than was asked for
     */
    public void confirm(Statement committed) throws SQLException {
        dialect.confirm(committed);
    }

    /** Gives a statement its name in the list of all statements, and returns it. */
    public String named(String name, String sql) {
        return dialect.named(name, sql);
    }

    /** Makes what deletes rows whose time in a column is over at the time that is its first parameter. */
    public Purge purge(String name, String from, String column) {
        return dialect.purge(name, from, column, "?");
    }

    /** Whether a statement failed only because of what others did at the same moment; nothing was applied then. */
    public boolean isPassing(SQLException failure) {
        return dialect.isPassing(failure) || dialect.isHeld(failure);
    }

    /** Whether the connection is gone, so that it is unknown whether the last statement was applied. */
    public boolean isCutOff(SQLException failure) {
        return dialect.isCutOff(failure);
    }

    /** Closes what was opened, never the pool that was handed in. */
    @Override
    public void close() {
        connections.close();
    }
}
