package dev.semel.jdbc.dialect;

import dev.semel.jdbc.connection.Connections;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.store.ClaimResult;
import dev.semel.store.Result;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Claims and settles within a transaction that somebody else began and ends. What it writes and locks is gone when that is rolled back, and
 * nobody else sees it before the commit.
 */
public interface Guard {

    /**
     * Claims, waiting for another transaction that has the record for as long as {@code patience} says; zero is not at all.
     *
     * @return the answer; {@code null} if the transaction sees the table as it was before somebody else changed the record, so that it can
     *     neither claim nor tell
     * @throws SQLException also if the wait was too long: see {@link #isTaken}
     */
    @Nullable
    ClaimResult claim(Connection connection, ClaimCall claim, Duration patience) throws SQLException;

    /**
     * To be called before the transaction begins, for databases that can't tell or wait in the right way within one.
     *
     * @throws SQLException also if another transaction has the record, for longer than {@code patience} allows: see {@link #isTaken}
     */
    default void enter(Connections connections, ClaimCall claim, Duration patience) throws SQLException {}

    /** To be called at the end of a call, however that ended. */
    default void end(ClaimCall claim) {}

    /** Whether another transaction has the record. */
    boolean isTaken(SQLException failure);

    /** Whether the caller's transaction is as it was before such a failure, so that the caller may go on with it. */
    default boolean keepsTransaction(SQLException failure) {
        return true;
    }

    /** Returns whether the transaction in which a claim was granted is still open on its connection. */
    boolean isOpen(Connection connection, ClaimCall claim) throws SQLException;

    /** Returns whether a transaction that is not open any more was committed with a claim in it that was not settled. */
    boolean wasCommitted(Connection connection, ClaimCall claim) throws SQLException;

    /**
     * Ends a claim that was granted in the same transaction.
     *
     * @return false if that transaction is no longer open, or another owner has the record: roll back
     */
    boolean settle(Connection connection, ClaimCall claim, ClaimResult.Claimed claimed, Settlement settlement)
            throws SQLException;

    /**
     * Settles and commits, in one round trip where that can be had. If it throws, the transaction may have been committed, or not.
     *
     * @return false if nothing was committed since {@link #settle} would have been refused: roll back
     */
    default boolean settleAndCommit(
            Connection connection, ClaimCall claim, ClaimResult.Claimed claimed, Settlement settlement)
            throws SQLException {
        if (!settle(connection, claim, claimed, settlement)) {
            return false;
        }
        connection.commit();
        return true;
    }

    /**
     * What to store.
     *
     * @param result value or failure
     * @param retention how long it is replayed
     */
    record Settlement(Result result, Duration retention) {}
}
