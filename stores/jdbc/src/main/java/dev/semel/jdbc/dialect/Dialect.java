package dev.semel.jdbc.dialect;

import dev.semel.jdbc.sql.SqlFailures;
import dev.semel.jdbc.record.ReplayShare;
import dev.semel.jdbc.sql.SqlCall;
import dev.semel.jdbc.record.Call;
import dev.semel.jdbc.record.WriteCall;
import dev.semel.jdbc.record.Row;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.jdbc.record.Answers;
import dev.semel.jdbc.sql.Statements;
import dev.semel.jdbc.sql.Purge;
import dev.semel.store.Result;
import dev.semel.store.ResultTooLargeException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What differs from database to database. Every connection that comes in here is in auto-commit mode and goes out so. */
public abstract class Dialect {
    public static final String UNCONFIRMED = "08007";

    private final String name;
    private final String table;
    private final String now;
    private final Statements statements = new Statements();
    private final Function<Integer, String> look;
    private final String time;
    private final ReplayShare replays = new ReplayShare();

    /** @param now see {@link #now()} */
    public Dialect(String name, String table, String now) {
        this.name = name;
        this.table = table;
        this.now = now;
        this.look = named(
                "look",
                2,
                keys -> "SELECT " + Row.COLUMNS + ", " + now + " FROM " + table + " WHERE digest IN ("
                        + parameters(keys) + ")");
        this.time = named("time", "SELECT " + now);
    }

    /** As the folder of its schema is called. */
    public final String name() {
        return name;
    }

    /** The name of the table, checked to be an identifier. */
    public final String table() {
        return table;
    }

    /** Gives a statement its name in {@link #statements()}, and returns it. */
    public final String named(String name, String sql) {
        return statements.add(name, sql);
    }

    /** Gives a statement whose text varies its name in {@link #statements()}, where it is shown for an example. */
    public final <A> Function<A, String> named(String name, A example, Function<A, String> sql) {
        return statements.add(name, example, sql);
    }

    /** Returns what the parts of this dialect that have been made so far may send. */
    public final Statements statements() {
        return statements;
    }

    /** Looks at the settings of a connection when a store is opened, and tells what is not as it should be. */
    public void inspect(Connection connection) throws SQLException {}

    /** What claims have been like, for a dialect that has several ways to send them. */
    public final ReplayShare replays() {
        return replays;
    }

    /** An expression for the database's time in microseconds, the same throughout a statement. */
    public final String now() {
        return now;
    }

    /**
     * Applies claims and owners' writes in one transaction.
     *
     * @param claims in the order of their keys; no key is in here twice, nor in the writes
     * @param writes in the order of their keys
     */
    public abstract Answers apply(Connection connection, List<ClaimCall> claims, List<WriteCall> writes) throws SQLException;

    /** Deletes records whose retention is over. */
    public abstract int purge(Connection connection, int limit) throws SQLException;

    /**
     * Makes what deletes rows whose time in a column is over.
     *
     * @param name of its statement in {@link #statements()}
     * @param now an expression, or a parameter
     */
    public abstract Purge purge(String name, String from, String column, String now);

    /** Over how many connections combined calls travel best. More than one does not pay where a commit holds up the next. */
    public int bestLanes() {
        return 1;
    }

    /** For claims within a transaction of the caller's. */
    public abstract Guard guard();

    /** Whether reading costs so little that a claim looks on a connection of its own before it joins the writers. */
    public boolean looksFirst() {
        return false;
    }

    /** Whether a statement failed only because of what others did at the same moment; nothing was applied then. */
    public abstract boolean isPassing(SQLException failure);

    /** Whether somebody kept a row locked for longer than a batch waits for it; nothing was applied then. */
    public abstract boolean isHeld(SQLException failure);

    /**
     * Finds out whether somebody has the row locked, without waiting. In a transaction of its own, as it may lock a gap for a moment.
     *
     * @throws SQLException if it is so: see {@link #isHeld}
     */
    public void probe(Connection connection, byte[] key) throws SQLException {}

    /** Prepares a statement that locks rows, so that it does not wait for them without end, where the database lets one say so. */
    public PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        return connection.prepareStatement(sql);
    }

    /** Executes an update that {@link #prepare} has prepared, and gives the count of its rows. */
    public int executeUpdate(PreparedStatement prepared) throws SQLException {
        return prepared.executeUpdate();
    }

    /**
     * Checks a statement that was executed and has committed.
     *
     * @throws SQLException if the database reports that less was done for its durability than was asked for: see {@link #isCutOff}
     */
    public void confirm(Statement committed) throws SQLException {}

    /** What makes a read of one row wait until the write that it finds is as durable as the database's commits are. */
    public String confirming() {
        return "";
    }

    /** Ends a transaction that was begun by a statement. */
    public final void commit(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("COMMIT");
            confirm(statement);
        }
    }

    /** Executes a query. */
    public ResultSet executeQuery(PreparedStatement prepared) throws SQLException {
        return prepared.executeQuery();
    }

    /** Executes a query that {@link #prepare} has prepared. */
    public ResultSet queryPrepared(PreparedStatement prepared) throws SQLException {
        return executeQuery(prepared);
    }

    /** Whether the connection is gone, so that nobody knows whether the last statement was applied. */
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

    /** Whether a commit was applied and is not as durable as it should be: see {@link #confirm}. */
    public static boolean isUnconfirmed(SQLException failure) {
        return SqlFailures.hasState(failure, UNCONFIRMED);
    }

    /** Whether the result of a settlement can't be stored, however often it is sent; nothing was applied then. */
    public boolean isTooLarge(SQLException failure) {
        return SqlFailures.hasState(failure, "22001", "54000");
    }

    /** Reads the limits of the server for a session. They may change while a store is open. */
    public void readLimits(Connection connection) throws SQLException {}

    /**
     * Checks that the server can take a result.
     *
     * @throws ResultTooLargeException if not
     */
    public void checkSize(Result result) {}

    /** How many bytes of a statement a call takes at most. */
    public long weightOf(Call<?> call) {
        return call.size();
    }

    /** How many bytes the calls of one transaction may take together. */
    public long mostBytes() {
        return Long.MAX_VALUE;
    }

    /** Whether a table or a column is not there. */
    public abstract boolean isMissing(SQLException failure);

    /** Reads rows without locking anything. */
    public final List<Row> look(Connection connection, Collection<byte[]> keys) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(look.apply(keys.size()))) {
            int index = 0;
            for (byte[] key : keys) {
                select.setBytes(++index, key);
            }
            return rows(select);
        }
    }

    public final List<Row> rows(PreparedStatement query) throws SQLException {
        try (ResultSet found = executeQuery(query)) {
            List<Row> rows = new ArrayList<>();
            while (found.next()) {
                rows.add(Row.read(found));
            }
            return rows;
        }
    }

    /** Reads the database's time. */
    public final long time(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(time)) {
            found.next();
            return found.getLong(1);
        }
    }

    /** A list of so many parameters. */
    public static String parameters(int count) {
        return "?" + ", ?".repeat(count - 1);
    }

    public static void setNullable(PreparedStatement statement, int index, @Nullable Long value) throws SQLException {
        if (value == null) {
            statement.setNull(index, Types.BIGINT);
        } else {
            statement.setLong(index, value);
        }
    }

    /** Runs a statement that has no parameters. */
    public static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Runs a call between {@code begin} and COMMIT, or ROLLBACK if it fails. */
    public final <R extends @Nullable Object> R inTransaction(Connection connection, String begin, SqlCall<R> call)
            throws SQLException {
        return inTransaction(connection, begin, call, any -> true);
    }

    /** The same, with ROLLBACK also if the result is not one to keep. */
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

    public static List<byte[]> keys(Collection<? extends Call<?>> calls) {
        return calls.stream().map(Call::key).toList();
    }
}
