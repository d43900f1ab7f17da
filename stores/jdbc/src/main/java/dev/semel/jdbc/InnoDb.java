package dev.semel.jdbc;

import dev.semel.jdbc.SqlDatabase.Purge;
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
 * What MySQL and MariaDB share. A claim that has to write is INSERT ... ON DUPLICATE KEY UPDATE, never a locking read of what may be
 * absent: InnoDB would lock the gap, and two who do that can't insert. A duplicate of the primary key locks the row alone.
 *
 * <p>Assignments run from left to right and see what those before them have set. So the first one writes the verdict into {@code claimed_as},
 * the others go by it, and the last one takes it away. A row that does not give way is set to what it is, which writes nothing.
 *
 * <p>A batch of claims that are mostly replays is read first and only the rest is written; one of mostly new claims is written at once. What
 * the last batches were like decides.
 */
abstract class InnoDb extends Dialect {
    private static final System.Logger LOG = System.getLogger("dev.semel.jdbc");
    private static final int DEADLOCK = 1213;
    private static final int CHANGED_SINCE_READ = 1020;
    static final int LOCK_TIMEOUT = 1205;
    static final int LOCKED_NOW = 3572;
    private static final int NO_TABLE = 1146;
    private static final int NO_COLUMN = 1054;
    private static final String VERDICT = "c.claimed_as DIV 10";
    private static final String ROW = "(?, ?, ?, ?, 1, 1, 1, 1, ?, ?, ?, @now, @now + ?, @now + ?)";
    private static final String WRITE = "SELECT CAST(? AS binary(32)) AS digest, CAST(? AS signed) AS epoch, CAST(? AS"
            + " binary(16)) AS nonce, CAST(? AS signed) AS kind, CAST(? AS signed) AS lease, CAST(? AS signed) AS keep,"
            + " CAST(? AS char(100)) AS media_type, CAST(? AS binary) AS result, CAST(? AS signed) AS checksum";

    private static final String NOW = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";

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

    /** @param shareNoWait what makes a read lock its row for sharing, or fail at once */
    InnoDb(String name, String table, String shareNoWait) {
        super(name, table, NOW);
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

    @Override
    final void inspect(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(onTimeout);
                ResultSet found = select.executeQuery()) {
            found.next();
            rollsBackOnTimeout = found.getBoolean(1);
        }
        readLimits(connection);
        try {
            tellOfCrashes(connection);
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "the server does not say what a crash may take back", e);
        }
    }

    private void tellOfCrashes(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(onCrash);
                ResultSet found = select.executeQuery()) {
            found.next();
            long flush = found.getLong(1);
            // MariaDB's 3 syncs at every commit as well.
            if ((flush & 1) == 0) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "the server has innodb_flush_log_at_trx_commit=" + flush
                                + ": a crash may take back results that were acknowledged; set it to 1");
            } else if (!found.getBoolean(2) || found.getLong(3) != 1) {
                // The usual case on MariaDB, and a matter of milliseconds: nothing to be alarmed by at every start.
                LOG.log(
                        System.Logger.Level.INFO,
                        "the server has no binary log, or one that is not synced at every commit: if it crashes within the milliseconds in"
                                + " which a result is written to disk, a duplicate may have been given what is gone afterwards; log_bin"
                                + " with sync_binlog=1 closes that");
            }
        }
    }

    @Override
    final void readLimits(Connection connection) throws SQLException {
        packets.read(connection);
    }

    @Override
    final void checkSize(Result result) {
        packets.check(result);
    }

    @Override
    final boolean isTooLarge(SQLException failure) {
        return packets.isTooLarge(failure) || super.isTooLarge(failure);
    }

    @Override
    final long weightOf(Call<?> call) {
        return packets.weightOf(call);
    }

    @Override
    final long mostBytes() {
        return packets.mostBytes();
    }

    /** Whether a wait for a lock that was too long rolls back the whole transaction and not only its statement. */
    final boolean rollsBackOnTimeout() {
        return rollsBackOnTimeout;
    }

    @Override
    final Guard guard() {
        return new InnoDbGuard(this);
    }

    /** Runs the statement for one claim in a transaction of the caller's, waiting for the row for so many seconds. */
    abstract void writeWithin(Connection connection, ClaimCall claim, long seconds, Answers answers)
            throws SQLException;

    /** Whether it can't wait for less than a second, so that one who does not want to wait has to look before. */
    boolean probes() {
        return false;
    }

    @Override
    final void probe(Connection connection, byte[] key) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(probe)) {
            select.setBytes(1, key);
            select.executeQuery().close();
        }
    }

    /** Prepares a statement that locks rows, so that it does not wait for them for as long as the session would. */
    @Override
    abstract PreparedStatement prepare(Connection connection, String sql) throws SQLException;

    /** How the new row is called in ON DUPLICATE KEY UPDATE: what stands before it, and each column. */
    abstract String alias();

    abstract String incoming(String column);

    /** Runs the statement for claims, and gives the rows as they are after it. */
    abstract void write(Connection connection, List<ClaimCall> claims, Answers answers) throws SQLException;

    @Override
    final Answers apply(Connection connection, List<ClaimCall> claims, List<WriteCall> writes) throws SQLException {
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

    /** After a write without a look before it. */
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
        return ("INSERT INTO " + table() + " (" + Upsert.INSERTED + ") VALUES " + ROW + (", " + ROW).repeat(rows - 1))
                .replace("@now", now());
    }

    final String upsert(int rows) {
        String decide = "CASE WHEN c.format <> 1 THEN 0 WHEN c.expires_at <= n.created_at THEN 1"
                + " WHEN c.fingerprint <> n.fingerprint THEN 0 WHEN c.checksum IS NOT NULL THEN 0 WHEN c.state = 2 THEN 2 WHEN c.state <> 1 THEN 0"
                + " WHEN c.nonce = n.nonce THEN 3"
                + " WHEN c.lease_end <= n.created_at AND n.claimed_as <> 2 THEN 4 ELSE 0 END";
        return insert(rows) + alias() + " ON DUPLICATE KEY UPDATE"
                + named(" claimed_as = c.claimed_as + 10 * " + decide
                        + ", epoch = c.epoch + (" + VERDICT + " IN (1, 2, 4))"
                        + ", attempt = CASE WHEN " + VERDICT + " = 1 THEN 1 WHEN " + VERDICT
                        + " IN (2, 4) THEN c.attempt + 1 ELSE c.attempt END"
                        + ", created_at = " + whenVerdict("= 1", "n.created_at", "created_at")
                        + ", nonce = " + whenVerdict("> 0", "n.nonce", "nonce")
                        + ", fingerprint = " + whenVerdict("> 0", "n.fingerprint", "fingerprint")
                        + ", lease_end = " + whenVerdict("> 0", "n.lease_end", "lease_end")
                        + ", expires_at = " + whenVerdict("> 0", "n.expires_at", "expires_at")
                        + ", media_type = " + whenVerdict("> 0", "NULL", "media_type")
                        + ", result = " + whenVerdict("> 0", "NULL", "result")
                        + ", checksum = " + whenVerdict("> 0", "NULL", "checksum")
                        + ", state = " + whenVerdict("> 0", "1", "state")
                        + ", claimed_as = CASE " + VERDICT + " WHEN 0 THEN c.claimed_as WHEN 3 THEN c.claimed_as MOD 10"
                        + " WHEN 4 THEN 1 ELSE n.claimed_as END");
    }

    private static String whenVerdict(String is, String then, String column) {
        return "IF(" + VERDICT + " " + is + ", " + then + ", c." + column + ")";
    }

    private String named(String assignments) {
        String text = assignments;
        for (String column : List.of("created_at", "claimed_as", "fingerprint", "nonce", "lease_end", "expires_at")) {
            text = text.replace("n." + column, incoming(column));
        }
        // There is no alias for the old row: its columns go by the name of the table.
        String plain = table().substring(table().indexOf('.') + 1);
        return text.replace("c.", plain + ".");
    }

    final void bind(PreparedStatement upsert, List<ClaimCall> claims) throws SQLException {
        int index = 0;
        for (ClaimCall claim : claims) {
            upsert.setBytes(++index, claim.key());
            upsert.setString(++index, claim.id().operation());
            upsert.setString(++index, claim.id().scope());
            upsert.setString(++index, claim.id().key());
            upsert.setBytes(++index, claim.nonce());
            upsert.setInt(++index, claim.claimedAs());
            upsert.setBytes(++index, claim.request().fingerprint().bytes());
            upsert.setLong(++index, claim.lease());
            setNullable(upsert, ++index, claim.keep());
        }
    }

    final void applyWrites(Connection connection, List<WriteCall> writes, Answers answers) throws SQLException {
        List<WriteCall> rest = writes.size() == 1 ? writes : settlements.apply(connection, writes, answers);
        if (rest.size() == 1) {
            single.apply(connection, rest, answers);
        } else if (!rest.isEmpty()) {
            applyTogether(connection, rest, answers);
        }
    }

    private String together(int writes) {
        return "UPDATE (" + WRITE + (" UNION ALL " + WRITE).repeat(writes - 1) + ") w STRAIGHT_JOIN "
                + table() + " c ON c.digest = w.digest AND c.epoch = w.epoch AND c.nonce = w.nonce SET"
                + " c.lease_end = CASE WHEN w.kind = 1 THEN " + now()
                + " + w.lease WHEN w.kind = 5 THEN LEAST(c.lease_end, " + now() + ") ELSE c.lease_end END,"
                + " c.expires_at = IF(w.kind = 5 OR c.state <> 1, c.expires_at, " + now() + " + w.keep),"
                + " c.media_type = IF(c.state = 1, w.media_type, c.media_type),"
                + " c.result = IF(c.state = 1, w.result, c.result),"
                + " c.checksum = IF(c.state = 1, w.checksum, c.checksum),"
                + " c.state = CASE WHEN c.state <> 1 THEN c.state WHEN w.kind = 5 THEN 1 ELSE w.kind END"
                + " WHERE c.state = 1 OR c.state = w.kind OR (c.state IN (3, 4) AND w.kind IN (3, 4))";
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
        findOutWhichApplied(connection, writes, answers);
    }

    /** Some were refused, or were applied before: the rows tell, since a token that was replaced never comes back. */
    final void findOutWhichApplied(Connection connection, List<WriteCall> writes, Answers answers) throws SQLException {
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
    final int purge(Connection connection, int limit) throws SQLException {
        return purge.run(connection, limit);
    }

    @Override
    final Purge purge(String name, String from, String column, String now) {
        return new InnoDbPurge(this, name, from, column + " <= " + now + " ORDER BY " + column);
    }

    /** How many keys a statement can list. */
    final int mostKeys() {
        return packets.mostKeys();
    }

    @Override
    final boolean isPassing(SQLException failure) {
        return hasCode(failure, DEADLOCK, CHANGED_SINCE_READ);
    }

    @Override
    final boolean isHeld(SQLException failure) {
        return hasCode(failure, LOCK_TIMEOUT, LOCKED_NOW) || failure instanceof SQLTimeoutException;
    }

    @Override
    final boolean isMissing(SQLException failure) {
        return hasCode(failure, NO_TABLE, NO_COLUMN);
    }
}
