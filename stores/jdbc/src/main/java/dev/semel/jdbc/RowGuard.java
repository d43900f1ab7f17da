package dev.semel.jdbc;

import dev.semel.store.ClaimResult;
import dev.semel.store.StoredRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Guards by the row itself: the claim writes it, whoever comes next waits for its lock, and the settlement changes it. The same statements as
 * in leased mode, in the caller's transaction.
 */
abstract class RowGuard implements Guard {

    /** Runs the statement for one claim with a limit on the wait; {@code null} if the snapshot is too old. */
    abstract @Nullable Answers write(Connection connection, ClaimCall claim, Duration patience) throws SQLException;

    abstract void update(Connection connection, WriteCall write, Answers answers) throws SQLException;

    @Override
    public final @Nullable ClaimResult claim(Connection connection, ClaimCall claim, Duration patience)
            throws SQLException {
        Answers answers = write(connection, claim, patience);
        Row row = answers == null ? null : answers.row(claim.digest());
        if (answers == null || row == null) {
            return null;
        }
        return answers.isAfterWrite(claim.digest()) ? row.afterWriteOf(claim.request()) : row.answerTo(claim.request());
    }

    @Override
    public final boolean settle(
            Connection connection, ClaimCall claim, ClaimResult.Claimed claimed, Settlement settlement)
            throws SQLException {
        StoredRecord record = claimed.record();
        WriteCall write = WriteCall.settlement(claim.id(), record.token(), settlement.result(), settlement.retention());
        Answers answers = new Answers();
        update(connection, write, answers);
        return answers.isApplied(write.digest());
    }
}
