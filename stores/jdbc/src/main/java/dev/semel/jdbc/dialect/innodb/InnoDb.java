package dev.semel.jdbc.dialect.innodb;

import dev.semel.jdbc.dialect.Dialect;
import dev.semel.jdbc.dialect.Guard;
import dev.semel.jdbc.dialect.RowNames;
import dev.semel.jdbc.dialect.SingleWrites;
import dev.semel.jdbc.dialect.Upsert;
import dev.semel.jdbc.dialect.Writes;
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
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What MySQL and MariaDB share. A claim that has to write is INSERT ... ON DUPLICATE KEY UPDATE, never a locking read of a row that may be
 * absent: InnoDB would lock the gap, and two transactions that do so can't insert. A duplicate of the primary key locks the row alone.
 *
 * <p>Assignments run from left to right and see those before them. So the first one writes the verdict into {@code claimed_as}, the others
 * depend on it, and the last one removes it. A row that stays is set to its old values, which writes nothing.
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

    /** The verdicts of a claim on the existing row, kept in claimed_as while the statement runs: times ten, above what is stored there. */
    private static final int STAYS = 0;

    private static final int STARTS_AGAIN = 1;
    private static final int RUNS_AGAIN = 2;
    private static final int IS_SENT_AGAIN = 3;
    private static final int IS_TAKEN_OVER = 4;
    private static final int VERDICTS = 10;

    private static final String WRITE = "SELECT CAST(? AS binary(32)) AS digest, CAST(? AS signed) AS epoch, CAST(? AS"
            + " binary(16)) AS nonce, CAST(? AS signed) AS kind, CAST(? AS signed) AS lease, CAST(? AS signed) AS keep,"
            + " CAST(? AS char(100)) AS media_type, CAST(? AS binary) AS result, CAST(? AS signed) AS checksum";

    private static final String NOW = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";

    private final RowNames row;
    private final String alias;
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
        this.row = row;
        this.alias = alias;
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
        return table.substring(table.indexOf('.') + 1);
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
    public final Guard guard() {
        return new InnoDbGuard(this);
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

    final String insert(int rows) {
        String values = "(" + Upsert.values(NOW) + ")";
        return "INSERT INTO " + table() + " (" + Upsert.INSERTED + ") VALUES " + values
                + (", " + values).repeat(rows - 1);
    }

    final String upsert(int rows) {
        return insert(rows) + alias + " ON DUPLICATE KEY UPDATE claimed_as = " + row.old("claimed_as") + " + "
                + VERDICTS + " * " + decide()
                + ", epoch = " + row.old("epoch") + " + (" + isVerdict(STARTS_AGAIN, RUNS_AGAIN, IS_TAKEN_OVER) + ")"
                + ", attempt = CASE WHEN " + isVerdict(STARTS_AGAIN) + " THEN 1 WHEN "
                + isVerdict(RUNS_AGAIN, IS_TAKEN_OVER) + " THEN " + row.old("attempt") + " + 1 ELSE "
                + row.old("attempt") + " END"
                + ", created_at = IF(" + isVerdict(STARTS_AGAIN) + ", " + row.incoming("created_at") + ", "
                + row.old("created_at") + ")"
                + unlessStays("nonce", row.incoming("nonce"))
                + unlessStays("fingerprint", row.incoming("fingerprint"))
                + unlessStays("lease_end", row.incoming("lease_end"))
                + unlessStays("expires_at", row.incoming("expires_at"))
                + unlessStays("media_type", "NULL")
                + unlessStays("result", "NULL")
                + unlessStays("checksum", "NULL")
                + unlessStays("state", String.valueOf(Row.IN_PROGRESS))
                + ", claimed_as = CASE " + verdict() + " WHEN " + STAYS + " THEN " + row.old("claimed_as") + " WHEN "
                + IS_SENT_AGAIN + " THEN " + row.old("claimed_as") + " MOD " + VERDICTS + " WHEN " + IS_TAKEN_OVER
                + " THEN " + Row.BY_TAKING_OVER + " ELSE " + row.incoming("claimed_as") + " END";
    }

    /** Decides in the order of {@link dev.semel.store.Store#claim}. */
    private String decide() {
        return "CASE WHEN " + row.old("format") + " <> " + Row.FORMAT + then(STAYS)
                + " WHEN " + row.isOver() + then(STARTS_AGAIN)
                + " WHEN " + row.compare("fingerprint", "<>") + then(STAYS)
                + " WHEN " + row.old("checksum") + " IS NOT NULL" + then(STAYS)
                + " WHEN " + row.old("state") + " = " + Row.RELEASED + then(RUNS_AGAIN)
                + " WHEN " + row.old("state") + " <> " + Row.IN_PROGRESS + then(STAYS)
                + " WHEN " + row.compare("nonce", "=") + then(IS_SENT_AGAIN)
                + " WHEN " + row.old("lease_end") + " <= " + row.incoming("created_at") + " AND "
                + row.incoming("claimed_as") + " <> " + Row.AS_NEW_HOLDING + then(IS_TAKEN_OVER)
                + " ELSE " + STAYS + " END";
    }

    private static String then(int verdict) {
        return " THEN " + verdict;
    }

    private String verdict() {
        return row.old("claimed_as") + " DIV " + VERDICTS;
    }

    private String isVerdict(int... verdicts) {
        return verdicts.length == 1
                ? verdict() + " = " + verdicts[0]
                : verdict()
                        + Arrays.stream(verdicts)
                                .mapToObj(String::valueOf)
                                .collect(Collectors.joining(", ", " IN (", ")"));
    }

    private String unlessStays(String column, String becomes) {
        return ", " + column + " = IF(" + verdict() + " > " + STAYS + ", " + becomes + ", " + row.old(column) + ")";
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
                + table() + " c ON " + Writes.TOKEN + " SET " + Writes.assignments("c.", NOW) + " WHERE "
                + Writes.APPLIES;
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
