package dev.semel.jdbc.dialect;

import dev.semel.jdbc.record.Answers;
import dev.semel.jdbc.record.Call;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.jdbc.record.ReplayShare;
import dev.semel.jdbc.record.Row;
import dev.semel.jdbc.record.WriteCall;
import dev.semel.jdbc.sql.DatabaseProduct;
import dev.semel.jdbc.sql.SqlFailures;
import dev.semel.store.Result;
import dev.semel.store.ResultTooLargeException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** How a database claims, writes and reads records. Each connection that comes in is in auto-commit mode and goes out so. */
public abstract class Dialect extends DatabaseProduct {
    private final Function<Integer, String> look;
    private final ReplayShare replays = new ReplayShare();

    /**
     * Creates the part that all databases share.
     *
     * @param now see {@link #now()}
     */
    protected Dialect(String name, String table, String now) {
        super(name, table, now);
        this.look = named(
                "look",
                2,
                keys -> "SELECT " + Row.COLUMNS + ", " + now + " FROM " + table + " WHERE digest IN ("
                        + parameters(keys) + ")");
    }

    /** Checks the settings of a connection when a store is opened, and logs those that are unsafe. */
    public void inspect(Connection connection) throws SQLException {}

    /** Returns the share of replays among recent claims, for a dialect that has several ways to send claims. */
    public final ReplayShare replays() {
        return replays;
    }

    /**
     * Applies claims and owners' writes in one transaction.
     *
     * @param claims in the order of their keys; no key occurs twice, nor in the writes
     * @param writes in the order of their keys
     */
    public abstract Answers apply(Connection connection, List<ClaimCall> claims, List<WriteCall> writes)
            throws SQLException;

    /** Deletes records whose retention has ended. */
    public abstract int purge(Connection connection, int limit) throws SQLException;

    /** Returns the best number of connections for combined calls. More than one does not pay where commits are sequential. */
    public int bestLanes() {
        return 1;
    }

    /** Creates the statements for claims within a caller's transaction. */
    public abstract RecordLock recordLock();

    /** Returns whether reads are so cheap that a claim reads on a separate connection before it joins the writers. */
    public boolean looksFirst() {
        return false;
    }

    /**
     * Checks without waiting that no other transaction has the row locked. Needs its own transaction, since it may briefly lock a gap.
     *
     * @throws SQLException if another transaction has: see {@link #isHeld}
     */
    public void probe(Connection connection, byte[] key) throws SQLException {}

    /** Returns whether the result of a settlement is too large to be stored. Nothing was applied then. */
    public boolean isTooLarge(SQLException failure) {
        return SqlFailures.hasState(failure, "22001", "54000");
    }

    /** Reads the limits of the server for a session. They may change while a store is open. */
    public void readLimits(Connection connection) throws SQLException {}

    /**
     * Checks that the server can store a result.
     *
     * @throws ResultTooLargeException if it can't
     */
    public void checkSize(Result result) {}

    /** Returns the maximum number of bytes that a call takes of a statement. */
    public long weightOf(Call<?> call) {
        return call.size();
    }

    /** Returns the maximum number of bytes that the calls of one transaction may take together. */
    public long mostBytes() {
        return Long.MAX_VALUE;
    }

    /** Reads rows without locks. */
    public final List<Row> look(Connection connection, Collection<byte[]> keys) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(look.apply(keys.size()))) {
            int index = 0;
            for (byte[] key : keys) {
                select.setBytes(++index, key);
            }
            return rows(select);
        }
    }

    /** Executes a query, and reads the rows that it returns. */
    public final List<Row> rows(PreparedStatement query) throws SQLException {
        try (ResultSet found = executeQuery(query)) {
            List<Row> rows = new ArrayList<>();
            while (found.next()) {
                rows.add(Row.read(found));
            }
            return rows;
        }
    }

    /** Returns the keys of calls, in their order. */
    public static List<byte[]> keys(Collection<? extends Call<?>> calls) {
        return calls.stream().map(Call::key).toList();
    }
}
