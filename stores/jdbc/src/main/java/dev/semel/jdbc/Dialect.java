package dev.semel.jdbc;

import dev.semel.Fingerprint;
import dev.semel.jdbc.SqlDatabase.Purge;
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
abstract class Dialect {
    static final String UNCONFIRMED = "08007";

    private final String name;
    private final String table;
    private final String now;
    private final Statements statements = new Statements();
    private final Function<Integer, String> look;
    private final String time;
    private final ReplayShare replays = new ReplayShare();

    /** @param now see {@link #now()} */
    Dialect(String name, String table, String now) {
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
    final String name() {
        return name;
    }

    /** The name of the table, checked to be an identifier. */
    final String table() {
        return table;
    }

    /** Gives a statement its name in {@link #statements()}, and returns it. */
    final String named(String name, String sql) {
        return statements.add(name, sql);
    }

    /** Gives a statement whose text varies its name in {@link #statements()}, where it is shown for an example. */
    final <A> Function<A, String> named(String name, A example, Function<A, String> sql) {
        return statements.add(name, example, sql);
    }

    /** Returns what the parts of this dialect that have been made so far may send. */
    final Statements statements() {
        return statements;
    }

    /** Looks at the settings of a connection when a store is opened, and tells what is not as it should be. */
    void inspect(Connection connection) throws SQLException {}

    /** What claims have been like, for a dialect that has several ways to send them. */
    final ReplayShare replays() {
        return replays;
    }

    /** An expression for the database's time in microseconds, the same throughout a statement. */
    final String now() {
        return now;
    }

    /**
     * Applies claims and owners' writes in one transaction.
     *
     * @param claims in the order of their keys; no key is in here twice, nor in the writes
     * @param writes in the order of their keys
     */
    abstract Answers apply(Connection connection, List<ClaimCall> claims, List<WriteCall> writes) throws SQLException;

    /** Deletes records whose retention is over. */
    abstract int purge(Connection connection, int limit) throws SQLException;

    /**
     * Makes what deletes rows whose time in a column is over.
     *
     * @param name of its statement in {@link #statements()}
     * @param now an expression, or a parameter
     */
    abstract Purge purge(String name, String from, String column, String now);

    /** Over how many connections combined calls travel best. More than one does not pay where a commit holds up the next. */
    int bestLanes() {
        return 1;
    }

    /** For claims within a transaction of the caller's. */
    abstract Guard guard();

    /** Whether reading costs so little that a claim looks on a connection of its own before it joins the writers. */
    boolean looksFirst() {
        return false;
    }

    /** Whether a statement failed only because of what others did at the same moment; nothing was applied then. */
    abstract boolean isPassing(SQLException failure);

    /** Whether somebody kept a row locked for longer than a batch waits for it; nothing was applied then. */
    abstract boolean isHeld(SQLException failure);

    /**
     * Finds out whether somebody has the row locked, without waiting. In a transaction of its own, as it may lock a gap for a moment.
     *
     * @throws SQLException if it is so: see {@link #isHeld}
     */
    void probe(Connection connection, byte[] key) throws SQLException {}

    /** Prepares a statement that locks rows, so that it does not wait for them without end, where the database lets one say so. */
    PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        return connection.prepareStatement(sql);
    }

    /** Executes an update that {@link #prepare} has prepared, and gives the count of its rows. */
    int executeUpdate(PreparedStatement prepared) throws SQLException {
        return prepared.executeUpdate();
    }

    /**
     * Checks a statement that was executed and has committed.
     *
     * @throws SQLException if the database reports that less was done for its durability than was asked for: see {@link #isCutOff}
     */
    void confirm(Statement committed) throws SQLException {}

    /** What makes a read of one row wait until the write that it finds is as durable as the database's commits are. */
    String confirming() {
        return "";
    }

    /** Ends a transaction that was begun by a statement. */
    final void commit(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("COMMIT");
            confirm(statement);
        }
    }

    /** Executes a query. */
    ResultSet executeQuery(PreparedStatement prepared) throws SQLException {
        return prepared.executeQuery();
    }

    /** Executes a query that {@link #prepare} has prepared. */
    ResultSet queryPrepared(PreparedStatement prepared) throws SQLException {
        return executeQuery(prepared);
    }

    /** Whether the connection is gone, so that nobody knows whether the last statement was applied. */
    boolean isCutOff(SQLException failure) {
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
    static boolean isUnconfirmed(SQLException failure) {
        return hasState(failure, UNCONFIRMED);
    }

    /** Whether the result of a settlement can't be stored, however often it is sent; nothing was applied then. */
    boolean isTooLarge(SQLException failure) {
        return hasState(failure, "22001", "54000");
    }

    /** Reads the limits of the server for a session. They may change while a store is open. */
    void readLimits(Connection connection) throws SQLException {}

    /**
     * Checks that the server can take a result.
     *
     * @throws ResultTooLargeException if not
     */
    void checkSize(Result result) {}

    /** How many bytes of a statement a call takes at most. */
    long weightOf(Call<?> call) {
        return call.size();
    }

    /** How many bytes the calls of one transaction may take together. */
    long mostBytes() {
        return Long.MAX_VALUE;
    }

    /** Whether a table or a column is not there. */
    abstract boolean isMissing(SQLException failure);

    /** Reads rows without locking anything. */
    final List<Row> look(Connection connection, Collection<byte[]> keys) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(look.apply(keys.size()))) {
            int index = 0;
            for (byte[] key : keys) {
                select.setBytes(++index, key);
            }
            return rows(select);
        }
    }

    final List<Row> rows(PreparedStatement query) throws SQLException {
        try (ResultSet found = executeQuery(query)) {
            List<Row> rows = new ArrayList<>();
            while (found.next()) {
                rows.add(Row.read(found));
            }
            return rows;
        }
    }

    /** Reads the database's time. */
    final long time(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(time)) {
            found.next();
            return found.getLong(1);
        }
    }

    /** A list of so many parameters. */
    static String parameters(int count) {
        return "?" + ", ?".repeat(count - 1);
    }

    static void setNullable(PreparedStatement statement, int index, @Nullable Long value) throws SQLException {
        if (value == null) {
            statement.setNull(index, Types.BIGINT);
        } else {
            statement.setLong(index, value);
        }
    }

    /** Runs a statement that has no parameters. */
    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Runs a call between {@code begin} and COMMIT, or ROLLBACK if it fails. */
    final <R extends @Nullable Object> R inTransaction(Connection connection, String begin, SqlCall<R> call)
            throws SQLException {
        return inTransaction(connection, begin, call, any -> true);
    }

    /** The same, with ROLLBACK also if the result is not one to keep. */
    final <R extends @Nullable Object> R inTransaction(
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
                abort(connection, e);
            }
            throw e;
        }
    }

    /** Makes sure that a connection which is in nobody knows what state is used by nobody again. */
    static void abort(Connection connection, Throwable why) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException | Error e) {
            attach(why, e);
        }
    }

    /** Adds what went wrong after a failure to it. A driver that is lost may throw the same exception again and again. */
    static void attach(Throwable why, Throwable another) {
        if (another != why) {
            why.addSuppressed(another);
        }
    }

    /** Closes a connection because of a failure, to which it adds what goes wrong in that. */
    static void close(Connection connection, Throwable why) {
        try {
            connection.close();
        } catch (SQLException e) {
            why.addSuppressed(e);
        }
    }

    /** The vendor's code of a failure or of what it wraps. */
    static boolean hasCode(SQLException failure, int... codes) {
        for (int code : codes) {
            if (failure.getErrorCode() == code) {
                return true;
            }
        }
        return false;
    }

    static boolean hasState(SQLException failure, String... states) {
        return List.of(states).contains(String.valueOf(failure.getSQLState()));
    }

    static List<byte[]> keys(Collection<? extends Call<?>> calls) {
        return calls.stream().map(Call::key).toList();
    }

    static Fingerprint digest(byte[] key) {
        return Fingerprint.fromBytes(key);
    }
}
