package dev.semel.jdbc.dialect;

import dev.semel.jdbc.record.Answers;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.jdbc.record.Row;
import dev.semel.jdbc.record.WriteCall;
import dev.semel.store.ClaimResult;
import dev.semel.store.Nonce;
import dev.semel.store.StoredRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Locks by the row itself: the claim writes it, the next claim waits for its lock, and the settlement changes it. The statements are those
 * of leased mode, in the caller's transaction.
 *
 * <p>If the work commits, the claim is committed unsettled, and its row could still be settled. So each claim sets a savepoint, which ends
 * with its transaction: a settlement that does not find it is refused.
 */
public abstract class RowLock implements RecordLock {
    private final Dialect dialect;
    private final Function<Nonce, String> mark;
    private final Function<Nonce, String> unmark;

    /** Composes the statements of savepoints. */
    public RowLock(Dialect dialect) {
        this.dialect = dialect;
        Nonce example = new Nonce(1, 2);
        this.mark = dialect.named("transaction: mark", example, nonce -> "SAVEPOINT semel_" + nonce);
        this.unmark = dialect.named("transaction: unmark", example, nonce -> "RELEASE SAVEPOINT semel_" + nonce);
    }

    /** Runs the statement for one claim with a limit on the wait; returns {@code null} if the snapshot is too old. */
    protected abstract @Nullable Answers write(Connection connection, ClaimCall claim, Duration patience)
            throws SQLException;

    /** Applies the settlement. */
    protected abstract void update(Connection connection, WriteCall write, Answers answers) throws SQLException;

    @Override
    public final @Nullable ClaimResult claim(Connection connection, ClaimCall claim, Duration patience)
            throws SQLException {
        Answers answers = write(connection, claim, patience);
        Row row = answers == null ? null : answers.row(claim.digest());
        if (answers == null || row == null) {
            return null;
        }
        ClaimResult result = answers.isAfterWrite(claim.digest())
                ? row.afterWriteOf(claim.request())
                : row.answerTo(claim.request());
        if (result instanceof ClaimResult.Claimed) {
            mark(connection, claim);
        }
        return result;
    }

    /** Marks the transaction of a claim that was granted. */
    protected void mark(Connection connection, ClaimCall claim) throws SQLException {
        Dialect.execute(connection, mark.apply(claim.request().nonce()));
    }

    /** Removes the mark, and returns whether it was there. */
    protected boolean unmark(Connection connection, ClaimCall claim) throws SQLException {
        try {
            Dialect.execute(connection, unmark.apply(claim.request().nonce()));
            return true;
        } catch (SQLException e) {
            if (isWithoutSavepoint(e)) {
                return false;
            }
            throw e;
        }
    }

    /** Returns whether a statement failed because there is no such savepoint. */
    protected abstract boolean isWithoutSavepoint(SQLException failure);

    @Override
    public final boolean isOpen(Connection connection, ClaimCall claim) throws SQLException {
        boolean open = unmark(connection, claim);
        if (open) {
            mark(connection, claim);
        }
        return open;
    }

    /** Reads the row: another connection sees the claim only if it was committed. */
    @Override
    public final boolean wasCommitted(Connection connection, ClaimCall claim) throws SQLException {
        List<Row> rows = dialect.look(connection, List.of(claim.key()));
        return !rows.isEmpty() && rows.get(0).isClaimOf(claim.request());
    }

    @Override
    public final boolean settle(
            Connection connection, ClaimCall claim, ClaimResult.Claimed claimed, Settlement settlement)
            throws SQLException {
        if (!unmark(connection, claim)) {
            return false;
        }
        StoredRecord record = claimed.record();
        WriteCall write = WriteCall.settlement(claim.id(), record.token(), settlement.result(), settlement.retention());
        Answers answers = new Answers();
        update(connection, write, answers);
        return answers.isApplied(write.digest());
    }
}
