package dev.semel.jdbc;

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
interface Guard {

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
     * Finds out, outside of a transaction, whether another one has the record; for databases that can't claim without waiting.
     *
     * @throws SQLException if it is so: see {@link #isTaken}
     */
    default void probe(Connections connections, ClaimCall claim) throws SQLException {}

    /** To be called at the end of a call, however that ended. */
    default void end(ClaimCall claim) {}

    /** Whether another transaction has the record. */
    boolean isTaken(SQLException failure);

    /** Whether the caller's transaction is as it was before such a failure, so that the caller may go on with it. */
    default boolean keepsTransaction(SQLException failure) {
        return true;
    }

    /**
     * Ends a claim that was granted in the same transaction.
     *
     * @return false if that transaction is no longer the same, or somebody else has the record: roll back
     */
    boolean settle(Connection connection, ClaimCall claim, ClaimResult.Claimed claimed, Settlement settlement)
            throws SQLException;

    /**
     * What to store.
     *
     * @param result value or failure
     * @param retention how long it is replayed
     */
    record Settlement(Result result, Duration retention) {}
}
