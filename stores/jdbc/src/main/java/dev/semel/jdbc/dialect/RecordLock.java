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
 * Holds a record within a transaction that the caller controls: claims and settles it there. A rollback undoes its writes and locks, and
 * other transactions see nothing before the commit.
 */
public interface RecordLock {

    /**
     * Claims. Waits up to {@code patience} for another transaction that has the record; zero does not wait.
     *
     * @return the answer; {@code null} if another transaction changed the record after this one took its view of the table, so that the
     *     claim can't be decided
     * @throws SQLException also if the wait was too long: see {@link #isTaken}
     */
    @Nullable
    ClaimResult claim(Connection connection, ClaimCall claim, Duration patience) throws SQLException;

    /**
     * Prepares a claim before its transaction begins, for databases that can't detect other transactions or wait for them within one.
     *
     * @throws SQLException also if another transaction has the record for longer than {@code patience}: see {@link #isTaken}
     */
    default void enter(Connections connections, ClaimCall claim, Duration patience) throws SQLException {}

    /** Ends a call, whatever its outcome. */
    default void end(ClaimCall claim) {}

    /** Returns whether a failure means that another transaction has the record. */
    boolean isTaken(SQLException failure);

    /** Returns whether the caller's transaction is unaffected by such a failure, so that the caller may continue with it. */
    default boolean keepsTransaction(SQLException failure) {
        return true;
    }

    /** Returns whether the transaction in which a claim was granted is still open on its connection. */
    boolean isOpen(Connection connection, ClaimCall claim) throws SQLException;

    /** Returns whether a transaction that has ended was committed with an unsettled claim in it. */
    boolean wasCommitted(Connection connection, ClaimCall claim) throws SQLException;

    /**
     * Settles a claim that was granted in the same transaction.
     *
     * @return false if that transaction has ended or another owner has the record; the caller must roll back
     */
    boolean settle(Connection connection, ClaimCall claim, ClaimResult.Claimed claimed, Settlement settlement)
            throws SQLException;

    /**
     * Settles and commits, in one round trip where the database allows. If it throws, it is unknown whether the transaction was committed.
     *
     * @return false if nothing was committed, since {@link #settle} would be refused; the caller must roll back
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
     * Makes the commit of this transaction confirm a record that was read in it: it returns when the record is as durable as after an
     * acknowledged commit.
     *
     * @return true
     */
    default boolean confirm(Connection connection, ClaimCall claim) throws SQLException {
        return true;
    }

    /**
     * What to store.
     *
     * @param result value or failure
     * @param retention how long the result is replayed
     */
    record Settlement(Result result, Duration retention) {}
}
