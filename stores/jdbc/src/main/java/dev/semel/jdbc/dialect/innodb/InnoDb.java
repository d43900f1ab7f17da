package dev.semel.jdbc.dialect.innodb;

import dev.semel.jdbc.dialect.Dialect;
import dev.semel.jdbc.dialect.OwnerWriteSql;
import dev.semel.jdbc.dialect.RecordLock;
import dev.semel.jdbc.dialect.RowNames;
import dev.semel.jdbc.dialect.SingleWrites;
import dev.semel.jdbc.dialect.Upsert;
import dev.semel.jdbc.record.Answers;
import dev.semel.jdbc.record.Call;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.jdbc.record.Row;
import dev.semel.jdbc.record.WriteCall;
import dev.semel.jdbc.sql.Purge;
import dev.semel.jdbc.sql.SqlFailures;
import dev.semel.store.Result;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * What MySQL and MariaDB share. A claim that has to write is INSERT ... ON DUPLICATE KEY UPDATE, never a locking read of a row that may be
 * absent: InnoDB would lock the gap, and two transactions that do so can't insert. A duplicate of the primary key locks the row alone.
 *
 * <p>If recent claims were mostly replays, a batch is read first and only the rest is written. If they were mostly new, it is written
 * immediately.
 */
abstract class InnoDb extends Dialect {
    private static final System.Logger LOG = System.getLogger("dev.semel.jdbc");
    private static final int DEADLOCK = 1213;
    private static final int CHANGED_SINCE_READ = 1020;
    static final int LOCK_TIMEOUT = 1205;
    static final int LOCKED_NOW = 3572;
    private static final int NO_TABLE = 1146;
    private static final int NO_COLUMN = 1054;

    private static final String WRITE = "SELECT CAST(? AS binary(32)) AS digest, CAST(? AS signed) AS epoch, CAST(? AS"
            + " binary(16)) AS nonce, CAST(? AS signed) AS kind, CAST(? AS signed) AS lease, CAST(? AS signed) AS keep,"
            + " CAST(? AS char(100)) AS media_type, CAST(? AS binary) AS result, CAST(? AS signed) AS checksum";

    private static final String NOW = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";

    private final InnoDbUpsert claims;
    private final Packets packets = new Packets(this);
    private final SingleWrites single;
    private final InnoDbSettlements settlements;
    private final Function<Integer, String> together;
    private final String whichApplied;
    private final Purge purge;
    private final String probe;
    private final String onTimeout;
    private final String onCrash;
    private volatile boolean rollsBackOnTimeout;

    /**
     * Creates what both share.
     *
     * @param row the names of columns in ON DUPLICATE KEY UPDATE, where the old row has the table's name
     * @param alias the clause that names the new row there
     * @param shareNoWait the clause by which a read locks its row for sharing, or fails immediately
     */
    InnoDb(String name, String table, RowNames row, String alias, String shareNoWait) {
        super(name, table, NOW);
        this.claims = new InnoDbUpsert(table, row, alias, NOW);
        this.single = new SingleWrites(this);
        this.settlements = new InnoDbSettlements(this);
        this.together = named("write: together", 2, this::together);
        this.whichApplied = named(
                "write: which were applied",
                "SELECT state FROM " + table + " WHERE digest = ? AND epoch = ? AND nonce = ? LOCK IN SHARE MODE");
        this.purge = purge("purge", table, "expires_at", NOW);
        this.probe = named("probe", "SELECT state FROM " + table + " WHERE digest = ? " + shareNoWait);
        this.onTimeout = named("settings: time-outs", "SELECT @@innodb_rollback_on_timeout");
        this.onCrash =
                named("settings: durability", "SELECT @@innodb_flush_log_at_trx_commit, @@log_bin, @@sync_binlog");
    }

    /** Returns the name of a table without its schema. */
    static String plain(String table) {
        return table.substring(table.lastIndexOf('.') + 1);
    }

    @Override
    public final void inspect(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(onTimeout);
                ResultSet found = select.executeQuery()) {
            found.next();
            rollsBackOnTimeout = found.getBoolean(1);
        }
        readLimits(connection);
        try {
            logRiskOfCrashes(connection);
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "the server does not report its durability settings", e);
        }
    }

    private void logRiskOfCrashes(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(onCrash);
                ResultSet found = select.executeQuery()) {
            found.next();
            long flush = found.getLong(1);
            // MariaDB's 3 syncs at every commit as well.
            if ((flush & 1) == 0) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "the server has innodb_flush_log_at_trx_commit=" + flush
                                + ": a crash may lose acknowledged results; set it to 1");
            } else if (!found.getBoolean(2) || found.getLong(3) != 1) {
                // This is MariaDB's default, and the risk lasts milliseconds, so it is not worth a warning at every
                // start.
                LOG.log(
                        System.Logger.Level.INFO,
                        "the server has no binary log, or does not sync it at every commit: a crash within the milliseconds in"
                                + " which a result is written to disk may lose a result that a duplicate has already received; log_bin"
                                + " with sync_binlog=1 prevents that");
            }
        }
    }

    @Override
    public final void readLimits(Connection connection) throws SQLException {
        packets.read(connection);
    }

    @Override
    public final void checkSize(Result result) {
        packets.check(result);
    }

    @Override
    public final boolean isTooLarge(SQLException failure) {
        return packets.isTooLarge(failure) || super.isTooLarge(failure);
    }

    @Override
    public final long weightOf(Call<?> call) {
        return packets.weightOf(call);
    }

    @Override
    public final long mostBytes() {
        return packets.mostBytes();
    }

    /** Returns whether a lock wait that times out rolls back the whole transaction, rather than its statement. */
    final boolean rollsBackOnTimeout() {
        return rollsBackOnTimeout;
    }

    @Override
    public final RecordLock recordLock() {
        return new InnoDbLock(this);
    }

    /** Runs the statement for one claim in the caller's transaction, with a limit in seconds on the wait for the row. */
    abstract void writeWithin(Connection connection, ClaimCall claim, long seconds, Answers answers)
            throws SQLException;

    /** Returns whether waits of less than a second are impossible, so that a claim that must not wait has to probe first. */
    boolean probes() {
        return false;
    }

    @Override
    public final void probe(Connection connection, byte[] key) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(probe)) {
            select.setBytes(1, key);
            select.executeQuery().close();
        }
    }

    /** Prepares a statement that locks rows, with a shorter limit on the wait than that of the session. */
    @Override
    public abstract PreparedStatement prepare(Connection connection, String sql) throws SQLException;

    /** Runs the statement for claims, and reads the rows as they are after it. */
    abstract void write(Connection connection, List<ClaimCall> claims, Answers answers) throws SQLException;

    @Override
    public final Answers apply(Connection connection, List<ClaimCall> claims, List<WriteCall> writes)
            throws SQLException {
        Answers answers = new Answers();
        List<ClaimCall> toWrite = readFirst(connection, claims, answers);
        if (toWrite.isEmpty() || writes.isEmpty()) {
            applyBoth(connection, toWrite, writes, answers);
        } else {
            inTransaction(connection, "START TRANSACTION", same -> {
                applyBoth(same, toWrite, writes, answers);
                return answers;
            });
        }
        return answers;
    }

    private List<ClaimCall> readFirst(Connection connection, List<ClaimCall> claims, Answers answers)
            throws SQLException {
        if (claims.isEmpty() || !replays().isAbove(30)) {
            return claims;
        }
        look(connection, keys(claims)).forEach(answers::found);
        List<ClaimCall> rest = new ArrayList<>();
        for (ClaimCall claim : claims) {
            Row row = answers.row(claim.digest());
            if (row == null || row.givesWayTo(claim.request())) {
                rest.add(claim);
            }
        }
        replays().note(claims.size(), claims.size() - rest.size());
        return rest;
    }

    /** Notes the result of a write without a read before it. */
    final void learnFrom(List<ClaimCall> claims, Answers answers) {
        replays().note(claims, answers);
    }

    private void applyBoth(Connection connection, List<ClaimCall> claims, List<WriteCall> writes, Answers answers)
            throws SQLException {
        if (!claims.isEmpty()) {
            write(connection, claims, answers);
        }
        if (!writes.isEmpty()) {
            applyWrites(connection, writes, answers);
        }
    }

    /** Returns the statement that inserts this many rows, and fails for one that exists. */
    final String insert(int rows) {
        return claims.insert(rows);
    }

    /** Returns the statement that claims this many rows. */
    final String upsert(int rows) {
        return claims.upsert(rows);
    }

    final void bind(PreparedStatement upsert, List<ClaimCall> claims) throws SQLException {
        int index = 0;
        for (ClaimCall claim : claims) {
            index = Upsert.bind(upsert, index, claim);
        }
    }

    public final void applyWrites(Connection connection, List<WriteCall> writes, Answers answers) throws SQLException {
        List<WriteCall> rest = writes.size() == 1 ? writes : settlements.apply(connection, writes, answers);
        if (rest.size() == 1) {
            single.apply(connection, rest, answers);
        } else if (!rest.isEmpty()) {
            applyTogether(connection, rest, answers);
        }
    }

    private String together(int writes) {
        return "UPDATE (" + WRITE + (" UNION ALL " + WRITE).repeat(writes - 1) + ") w STRAIGHT_JOIN "
                + table() + " c ON " + OwnerWriteSql.TOKEN + " SET " + OwnerWriteSql.assignments("c.", NOW) + " WHERE "
                + OwnerWriteSql.APPLIES;
    }

    private void applyTogether(Connection connection, List<WriteCall> writes, Answers answers) throws SQLException {
        try (PreparedStatement update = prepare(connection, together.apply(writes.size()))) {
            int index = 0;
            for (WriteCall write : writes) {
                update.setBytes(++index, write.key());
                update.setLong(++index, write.token().epoch());
                update.setBytes(++index, write.nonce());
                update.setInt(++index, write.kind().code());
                update.setLong(++index, write.lease());
                setNullable(update, ++index, write.keep());
                update.setString(++index, write.mediaType());
                update.setBytes(++index, write.bytes());
                update.setObject(++index, write.checksum(), Types.INTEGER);
            }
            if (update.executeUpdate() == writes.size()) {
                writes.forEach(write -> answers.applied(write.digest()));
                return;
            }
        }
        readWhichApplied(connection, writes, answers);
    }

    /**
     * Reads which of the writes were applied, since some were refused or had been applied before. A replaced token never returns, so the
     * rows show it.
     */
    final void readWhichApplied(Connection connection, List<WriteCall> writes, Answers answers) throws SQLException {
        for (WriteCall write : writes) {
            try (PreparedStatement select = prepare(connection, whichApplied)) {
                select.setBytes(1, write.key());
                select.setLong(2, write.token().epoch());
                select.setBytes(3, write.nonce());
                try (ResultSet found = executeQuery(select)) {
                    if (found.next() && write.kind().isAppliedIn(found.getInt(1))) {
                        answers.applied(write.digest());
                    }
                }
            }
        }
    }

    @Override
    public final int purge(Connection connection, int limit) throws SQLException {
        return purge.run(connection, limit);
    }

    @Override
    public final Purge purge(String name, String from, String column, String now) {
        return new InnoDbPurge(this, name, from, column + " <= " + now + " ORDER BY " + column);
    }

    /** Returns the maximum number of keys that a statement can list. */
    final int mostKeys() {
        return packets.mostKeys();
    }

    @Override
    public final boolean isPassing(SQLException failure) {
        return SqlFailures.hasCode(failure, DEADLOCK, CHANGED_SINCE_READ);
    }

    @Override
    public final boolean isHeld(SQLException failure) {
        return SqlFailures.hasCode(failure, LOCK_TIMEOUT, LOCKED_NOW) || failure instanceof SQLTimeoutException;
    }

    @Override
    public final boolean isMissing(SQLException failure) {
        return SqlFailures.hasCode(failure, NO_TABLE, NO_COLUMN);
    }
}
