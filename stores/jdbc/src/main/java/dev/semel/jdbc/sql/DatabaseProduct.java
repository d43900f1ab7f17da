package dev.semel.jdbc.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How a database runs statements, and what its failures mean: what records and counts have in common. Each connection that comes in is in
 * auto-commit mode and goes out so.
 */
public abstract class DatabaseProduct {

    private final String name;
    private final String table;
    private final String now;
    private final Statements statements = new Statements();
    private final String time;

    /**
     * Creates the part that all databases share.
     *
     * @param name the folder of its schema
     * @param table of its first table, checked to be an identifier
     * @param now see {@link #now()}
     */
    protected DatabaseProduct(String name, String table, String now) {
        this.name = name;
        this.table = table;
        this.now = now;
        this.time = named("time", "SELECT " + now);
    }

    /** The databases that Semel supports. */
    public enum Kind {
        /** PostgreSQL. */
        POSTGRESQL,
        /** MySQL. */
        MYSQL,
        /** MariaDB. */
        MARIADB,
        /** SQLite. */
        SQLITE,
        /** H2. */
        H2
    }

    /** Returns which database it is. */
    public final Kind kind() {
        return Kind.valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** Returns the name of the folder of its schema. */
    public final String name() {
        return name;
    }

    /** Returns the name of the first table, checked to be an identifier. */
    public final String table() {
        return table;
    }

    /** Returns an expression for the database's time in microseconds, the same throughout a statement. */
    public final String now() {
        return now;
    }

    /** Adds a statement to {@link #statements()} under a name, and returns it. */
    public final String named(String name, String sql) {
        return statements.add(name, sql);
    }

    /** Adds a statement whose text varies to {@link #statements()}, where it is listed for an example. */
    public final <A> Function<A, String> named(String name, A example, Function<A, String> sql) {
        return statements.add(name, example, sql);
    }

    /** Returns the statements of all parts that have been created so far. */
    public final Statements statements() {
        return statements;
    }

    /**
     * Composes the statements that delete rows whose time in a column has passed.
     *
     * @param name of its statement in {@link #statements()}
     * @param now an expression, or a parameter
     */
    public abstract Purge purge(String name, String from, String column, String now);

    /** Returns whether a statement failed only because of concurrent transactions. Nothing was applied then. */
    public abstract boolean isPassing(SQLException failure);

    /** Returns whether a statement failed since another transaction kept a row locked. Nothing was applied then. */
    public abstract boolean isHeld(SQLException failure);

    /** Returns whether a table or a column is missing. */
    public abstract boolean isMissing(SQLException failure);

    /** Returns whether the connection is lost, so that it is unknown whether the last statement was applied. */
    public boolean isCutOff(SQLException failure) {
        for (SQLException each = failure; each != null; each = each.getNextException()) {
            String state = each.getSQLState();
            if (state != null && (state.startsWith("08") || state.startsWith("57P"))) {
                return true;
            }
        }
        return failure instanceof java.sql.SQLRecoverableException
                || failure instanceof java.sql.SQLNonTransientConnectionException;
    }

    /** Returns whether a commit was applied without the durability that it should have: see {@link #confirm}. */
    public static boolean isUnconfirmed(SQLException failure) {
        return failure instanceof UnconfirmedException;
    }

    /** Returns what {@link #confirm} throws. */
    protected static SQLException unconfirmed(String reason, @Nullable Throwable cause) {
        return new UnconfirmedException(reason, cause);
    }

    /** Prepares a statement that locks rows, with a limit on the wait for them where the database supports one. */
    public PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        return connection.prepareStatement(sql);
    }

    /** Executes an update that {@link #prepare} has prepared, and returns the number of its rows. */
    public int executeUpdate(PreparedStatement prepared) throws SQLException {
        return prepared.executeUpdate();
    }

    /** Executes a query. */
    public ResultSet executeQuery(PreparedStatement query) throws SQLException {
        return query.executeQuery();
    }

    /** Executes a query that {@link #prepare} has prepared. */
    public ResultSet queryPrepared(PreparedStatement prepared) throws SQLException {
        return executeQuery(prepared);
    }

    /**
     * Checks a statement that was executed and has committed.
     *
     * @throws SQLException if the database reports less durability than was requested: see {@link #isUnconfirmed}
     */
    public void confirm(Statement committed) throws SQLException {}

    /** Discards what earlier statements of a connection reported, before a commit that {@link #confirm(Connection)} checks. */
    public void willCommit(Connection connection) throws SQLException {}

    /** Checks a connection whose transaction its driver has just committed, as {@link #confirm(Statement)} does. */
    public void confirm(Connection committed) throws SQLException {}

    /** Commits a transaction that the driver began, and confirms it. */
    public final void commitBegun(Connection connection) throws SQLException {
        willCommit(connection);
        connection.commit();
        confirm(connection);
    }

    /** Returns a clause that makes a read of one row wait until the write of that row is as durable as a commit. */
    public String confirming() {
        return "";
    }

    /** Reads the database's time in microseconds. */
    public final long time(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(time)) {
            found.next();
            return found.getLong(1);
        }
    }

    /** Runs a call between {@code begin} and COMMIT, or ROLLBACK if it fails. */
    public final <R extends @Nullable Object> R inTransaction(Connection connection, String begin, SqlCall<R> call)
            throws SQLException {
        return inTransaction(connection, begin, call, any -> true);
    }

    /** Runs a call between {@code begin} and COMMIT, or ROLLBACK if it fails or its result is not to be kept. */
    public final <R extends @Nullable Object> R inTransaction(
            Connection connection, String begin, SqlCall<R> call, Predicate<R> kept) throws SQLException {
        execute(connection, begin);
        try {
            R result = call.on(connection);
            if (kept.test(result)) {
                commit(connection);
            } else {
                execute(connection, "ROLLBACK");
            }
            return result;
        } catch (SQLException | RuntimeException | Error e) {
            try {
                execute(connection, "ROLLBACK");
            } catch (SQLException again) {
                e.addSuppressed(again);
                // The driver does not know of this transaction, so no pool would end it.
                SqlFailures.abort(connection, e);
            }
            throw e;
        }
    }

    /** Commits a transaction that a statement began. */
    protected final void commit(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("COMMIT");
            confirm(statement);
        }
    }

    /** Runs a statement without parameters. */
    public static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Returns a list of this many parameters. */
    public static String parameters(int count) {
        return "?" + ", ?".repeat(count - 1);
    }

    /** Binds a number that may be absent. */
    public static void setNullable(PreparedStatement statement, int index, @Nullable Long value) throws SQLException {
        if (value == null) {
            statement.setNull(index, Types.BIGINT);
        } else {
            statement.setLong(index, value);
        }
    }
}
