package dev.semel.jdbc.dialect.postgresql;

import dev.semel.RecordState;
import dev.semel.jdbc.dialect.Dialect;
import dev.semel.jdbc.dialect.RecordLock;
import dev.semel.jdbc.dialect.RowNames;
import dev.semel.jdbc.dialect.Upsert;
import dev.semel.jdbc.record.Answers;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.jdbc.record.Row;
import dev.semel.jdbc.sql.Micros;
import dev.semel.jdbc.sql.SqlFailures;
import dev.semel.store.ClaimResult;
import dev.semel.store.Result;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Locks by an advisory lock that lasts as long as the transaction, and writes the record once, at the end. That halves the writes of a row
 * that is first claimed and then settled.
 *
 * <ol>
 *   <li>The lock is tried and the row is read, in one round trip and in this order, so that the row is seen as its last owner left it.
 *   <li>A call that may wait requests the lock again with a limit on the wait, behind a savepoint, so that a timeout does not fail the
 *       caller's transaction.
 *   <li>A setting that lasts as long as the transaction remembers the claim. At the end the row is written only if the setting is still
 *       there: if the work has ended the transaction, the record of undone work must not be committed. Another setting lasts as long as the
 *       session and is undone by a rollback; it shows whether the work committed or rolled back.
 *   <li>The last write succeeds only if the row can still be replaced, since a call in leased mode may have claimed it. The commit travels
 *       with the write, and is not reached if that is refused.
 *   <li>Under REPEATABLE READ and SERIALIZABLE the row may be seen as it was before its last owner committed. There the row is claimed
 *       first, behind a savepoint; PostgreSQL refuses that if the row has changed.
 * </ol>
 */
final class PostgreSqlLock implements RecordLock {
    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final String NOT_SERIALIZABLE = "40001";
    private static final String ABORTED = "25P02";
    private static final String NULL_VALUE = "23502";
    private static final String NO_PARTITION = "23514";
    private static final String REMEMBER =
            "set_config('semel.committed', set_config('semel.claims', coalesce(current_setting('semel.claims', true), '')"
                    + " || ?, true), false)";

    private final PostgreSql dialect;
    private final String tryAndLook;
    private final String finish;
    private final String finishAndCommit;
    private final String await;
    private final String isOpen;
    private final String wasCommitted;
    private final String isAborted;
    private final String confirm;

    PostgreSqlLock(PostgreSql dialect) {
        this.dialect = dialect;
        Upsert upsert = new Upsert(RowNames.of("c", "excluded"));
        this.tryAndLook = dialect.named(
                "transaction: try and look",
                "SELECT CASE WHEN pg_try_advisory_xact_lock(?) THEN " + REMEMBER
                        + " END, current_setting('transaction_isolation'), " + dialect.now() + ";SELECT " + Row.COLUMNS
                        + ", "
                        + dialect.now() + " FROM " + dialect.table() + " WHERE digest = ?");
        this.finish = dialect.named(
                "transaction: settle",
                "INSERT INTO " + dialect.table() + " AS c (" + Upsert.INSERTED + ", media_type, result, checksum)"
                        + " SELECT ?, ?, ?, ?, " + Row.FORMAT + ", ?, " + Upsert.FIRST + ", ?, ?, ?, ?, ?, "
                        + dialect.now() + " + ?, ?, ?, ?"
                        + " WHERE strpos(coalesce(current_setting('semel.claims', true), ''), ?) > 0"
                        + " ON CONFLICT (digest) DO UPDATE SET "
                        + upsert.settled()
                        + " WHERE " + upsert.gives() + " RETURNING epoch");
        // If nothing was written, the statement has to fail, so that the COMMIT behind it is not reached: the table
        // refuses a row without a digest.
        this.finishAndCommit = dialect.named(
                "transaction: settle and commit",
                "WITH written AS (" + finish + ") INSERT INTO " + dialect.table()
                        + " (digest) SELECT NULL WHERE NOT EXISTS (SELECT 1 FROM written);COMMIT");
        this.await = dialect.named(
                "transaction: wait",
                "SELECT set_config('semel.wait',"
                        + " current_setting('lock_timeout'), true), set_config('lock_timeout', ?, true);"
                        + "SELECT pg_advisory_xact_lock(?);"
                        + "SELECT set_config('lock_timeout', current_setting('semel.wait'), true)");
        this.isOpen = isIn("is it open", "semel.claims");
        this.isAborted = dialect.named("transaction: is it aborted", "SELECT 1");
        this.confirm = dialect.named(
                "transaction: confirm",
                "SELECT state FROM " + dialect.table() + " WHERE digest = ?" + dialect.confirming());
        this.wasCommitted = isIn("was it committed", "semel.committed");
    }

    private String isIn(String name, String setting) {
        return dialect.named(
                "transaction: " + name, "SELECT strpos(coalesce(current_setting('" + setting + "', true), ''), ?) > 0");
    }

    /** The result of the first round trip. */
    private record Look(
            boolean locked,
            boolean sees,
            long now,
            @Nullable Row row) {
        @Nullable
        ClaimResult answerTo(ClaimCall claim) {
            return row == null ? null : row.answerTo(claim.request());
        }
    }

    @Override
    public @Nullable ClaimResult claim(Connection connection, ClaimCall claim, Duration patience) throws SQLException {
        Look look = look(connection, claim);
        // Whatever transaction has the lock may only be replaying the record, so what is committed is the answer.
        ClaimResult answer = look.answerTo(claim);
        while (answer instanceof ClaimResult.InDoubt && look.row() != null && !claim.confirmsDoubt(look.row())) {
            look = look(connection, claim);
            answer = look.answerTo(claim);
        }
        if (answer == null && !look.locked()) {
            if (patience.isZero()) {
                throw new SQLException("another transaction has the record", LOCK_NOT_AVAILABLE);
            }
            await(connection, claim, patience);
            look = look(connection, claim);
            answer = look.answerTo(claim);
        }
        if (answer != null) {
            return answer;
        }
        return look.sees() ? granted(claim, look) : claimRow(connection, claim);
    }

    private Look look(Connection connection, ClaimCall claim) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(tryAndLook)) {
            select.setLong(1, lockOf(claim.key()));
            select.setString(2, mark(claim));
            select.setBytes(3, claim.key());
            select.execute();
            ResultSet lock = select.getResultSet();
            lock.next();
            boolean locked = lock.getString(1) != null;
            boolean sees = lock.getString(2).startsWith("read ");
            long now = lock.getLong(3);
            select.getMoreResults();
            ResultSet found = select.getResultSet();
            return new Look(locked, sees, now, found.next() ? Row.read(found) : null);
        }
    }

    /** Waits until the lock is free, and takes it. */
    private void await(Connection connection, ClaimCall claim, Duration patience) throws SQLException {
        Savepoint before = connection.setSavepoint();
        try (PreparedStatement lock = connection.prepareStatement(await)) {
            lock.setString(1, Math.max(1, patience.toMillis()) + "ms");
            lock.setLong(2, lockOf(claim.key()));
            lock.execute();
            connection.releaseSavepoint(before);
        } catch (SQLException e) {
            if (e.getSQLState() != null && e.getSQLState().equals(LOCK_NOT_AVAILABLE)) {
                connection.rollback(before);
            }
            throw e;
        }
    }

    /** Returns a claim without a row, which the last write inserts. */
    private static ClaimResult.Claimed granted(ClaimCall claim, Look look) {
        Row row = look.row();
        long epoch = row == null ? 1 : row.token().epoch() + 1;
        // The last write checks again whether the row can be replaced, by the time of the claim. That is the row's
        // time, which was read just after the lock was taken.
        long now = row == null ? look.now() : row.now();
        if (row == null || row.isOver()) {
            return new ClaimResult.Claimed(record(claim, now, epoch, 1, now), false);
        }
        StoredRecord record = record(claim, now, epoch, row.attempt() + 1, row.createdAt());
        return new ClaimResult.Claimed(record, row.state() == Row.IN_PROGRESS);
    }

    private static StoredRecord record(ClaimCall claim, long now, long epoch, int attempt, long createdAt) {
        return new StoredRecord(
                claim.id(),
                RecordState.IN_PROGRESS,
                claim.request().fingerprint(),
                new Token(epoch, claim.request().nonce()),
                attempt,
                Micros.instant(createdAt),
                Micros.instant(now + claim.lease()),
                null,
                null,
                Micros.instant(now));
    }

    private @Nullable ClaimResult claimRow(Connection connection, ClaimCall claim) throws SQLException {
        Savepoint before = connection.setSavepoint();
        try {
            Answers answers = dialect.decide(connection, claim);
            connection.releaseSavepoint(before);
            Row row = answers.row(claim.digest());
            return row == null || !answers.isAfterWrite(claim.digest()) ? null : row.afterWriteOf(claim.request());
        } catch (SQLException e) {
            if (!String.valueOf(e.getSQLState()).equals(NOT_SERIALIZABLE)) {
                throw e;
            }
            connection.rollback(before);
            return null;
        }
    }

    @Override
    public boolean isTaken(SQLException failure) {
        return SqlFailures.hasState(failure, LOCK_NOT_AVAILABLE);
    }

    @Override
    public boolean isOpen(Connection connection, ClaimCall claim) throws SQLException {
        return isIn(isOpen, connection, claim);
    }

    @Override
    public boolean wasCommitted(Connection connection, ClaimCall claim) throws SQLException {
        // Both are set while the transaction is open: another call has the record then, and nothing was committed.
        return !isOpen(connection, claim) && isIn(wasCommitted, connection, claim);
    }

    private static boolean isIn(String sql, Connection connection, ClaimCall claim) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, mark(claim));
            try (ResultSet found = select.executeQuery()) {
                return found.next() && found.getBoolean(1);
            }
        }
    }

    @Override
    public boolean settle(Connection connection, ClaimCall claim, ClaimResult.Claimed claimed, Settlement settlement)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(finish)) {
            bind(insert, claim, claimed.record(), settlement);
            try (ResultSet written = insert.executeQuery()) {
                return written.next();
            }
        }
    }

    @Override
    public boolean settleAndCommit(
            Connection connection, ClaimCall claim, ClaimResult.Claimed claimed, Settlement settlement)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(finishAndCommit)) {
            bind(insert, claim, claimed.record(), settlement);
            insert.execute();
            dialect.confirm(insert);
            return true;
        } catch (SQLException e) {
            if (SqlFailures.hasState(e, NULL_VALUE, NO_PARTITION) && isOfWrite(connection)) {
                return false;
            }
            throw e;
        }
    }

    /**
     * Returns whether a failure was that of the write, rather than of the COMMIT. A refused write leaves its transaction open, unless the
     * work has ended it. A COMMIT ends it, and may fail in the same way because of the application's constraints.
     */
    private boolean isOfWrite(Connection connection) throws SQLException {
        if (connection.getAutoCommit()) {
            return true;
        }
        try {
            Dialect.execute(connection, isAborted);
            return false;
        } catch (SQLException e) {
            return SqlFailures.hasState(e, ABORTED);
        }
    }

    private static void bind(PreparedStatement to, ClaimCall claim, StoredRecord record, Settlement settlement)
            throws SQLException {
        boolean value = settlement.result().kind() == Result.Kind.VALUE;
        to.setBytes(1, claim.key());
        to.setString(2, claim.id().operation());
        to.setString(3, claim.id().scope());
        to.setString(4, claim.id().key());
        to.setShort(5, (short) (value ? Row.COMPLETED : Row.FAILED));
        to.setBytes(6, claim.nonce());
        to.setShort(7, (short) claim.claimedAs());
        to.setBytes(8, claim.request().fingerprint().bytes());
        to.setLong(9, Micros.of(record.asOf()));
        to.setLong(10, Micros.of(record.leaseEnd()));
        to.setLong(11, Micros.of(settlement.retention()));
        to.setString(12, settlement.result().mediaType());
        to.setBytes(13, settlement.result().bytes());
        to.setInt(14, settlement.result().checksum(claim.id()));
        to.setString(15, mark(claim));
    }

    @Override
    public boolean confirm(Connection connection, ClaimCall claim) throws SQLException {
        try (PreparedStatement lock = connection.prepareStatement(confirm)) {
            lock.setBytes(1, claim.key());
            return lock.execute();
        }
    }

    private static String mark(ClaimCall claim) {
        return claim.request().nonce().toString();
    }

    /** Returns the advisory lock of a record. Two records may share one, and then wait for each other needlessly. */
    static long lockOf(byte[] key) {
        return ByteBuffer.wrap(key).getLong();
    }
}
