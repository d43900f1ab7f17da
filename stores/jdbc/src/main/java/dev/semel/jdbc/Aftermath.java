package dev.semel.jdbc;

import dev.semel.StoreException;
import dev.semel.jdbc.connection.Connections;
import dev.semel.jdbc.connection.NoConnectionException;
import dev.semel.jdbc.connection.OpenTransaction;
import dev.semel.jdbc.dialect.Dialect;
import dev.semel.jdbc.dialect.RecordLock;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.jdbc.sql.SqlFailures;
import dev.semel.store.ClaimResult;
import dev.semel.store.StoredRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is read and written apart, after the transaction of a call has ended: whether a commit took place whose reply was lost, a failure
 * that was rolled back with its work, and a tombstone for work that has committed its transaction itself.
 */
final class Aftermath {
    private static final Duration PATIENCE_TO_RECORD = Duration.ofSeconds(5);
    private static final Duration PATIENCE_TO_LOOK = Duration.ofSeconds(10);

    private final Connections connections;
    private final Dialect dialect;
    private final RecordLock recordLock;

    Aftermath(Connections connections, Dialect dialect, RecordLock recordLock) {
        this.connections = connections;
        this.dialect = dialect;
        this.recordLock = recordLock;
    }

    /**
     * Returns what to throw if the work has ended the transaction of its claim. If the work has committed it, a record is stored that shows
     * this, and the rest is rolled back.
     *
     * @param connection on which the claim was granted
     */
    IllegalStateException ended(Connection connection, ClaimCall claim, RecordLock.Settlement tombstone) {
        IllegalStateException gone = gone(claim);
        try {
            return buryIfCommitted(connection, claim, tombstone) ? committed(claim) : gone;
        } catch (SQLException | RuntimeException e) {
            gone.addSuppressed(e);
            return gone;
        }
    }

    /**
     * Returns what to throw if the settlement failed and was not committed. The work may have committed before its connection was lost; the
     * table shows it, except on PostgreSQL.
     */
    RuntimeException notSettled(ClaimCall claim, RecordLock.Settlement tombstone, StoreException unknown) {
        try (OpenTransaction another = OpenTransaction.begin(connections)) {
            if (buryIfCommitted(another.connection(), claim, tombstone)) {
                IllegalStateException committed = committed(claim);
                committed.addSuppressed(unknown);
                return committed;
            }
        } catch (SQLException | RuntimeException e) {
            SqlFailures.attach(unknown, e);
        }
        return unknown;
    }

    /**
     * Stores a record if the failed work had committed its transaction. To be called with no transaction open.
     *
     * @return what the caller has to know; {@code null} if nothing was committed
     */
    @Nullable
    Exception buried(Connection connection, ClaimCall claim, RecordLock.Settlement tombstone) {
        try {
            return buryIfCommitted(connection, claim, tombstone) ? committed(claim) : null;
        } catch (SQLException | RuntimeException e) {
            return e;
        }
    }

    /**
     * Stores the tombstone if the claim was committed. The claim still belongs to this caller or can be claimed again, unless another call
     * came in between.
     */
    private boolean buryIfCommitted(Connection connection, ClaimCall claim, RecordLock.Settlement tombstone)
            throws SQLException {
        if (!recordLock.wasCommitted(connection, claim)) {
            return false;
        }
        boolean autoCommit = connection.getAutoCommit();
        if (autoCommit) {
            connection.setAutoCommit(false);
        } else {
            connection.rollback();
        }
        try {
            if (recordLock.claim(connection, claim, Duration.ZERO) instanceof ClaimResult.Claimed own
                    && recordLock.settle(connection, claim, own, tombstone)) {
                dialect.commitBegun(connection);
            } else {
                connection.rollback();
            }
        } finally {
            if (autoCommit) {
                connection.setAutoCommit(true);
            }
        }
        return true;
    }

    private static IllegalStateException gone(ClaimCall claim) {
        return new IllegalStateException("the claim of " + claim.id()
                + " is gone at the end of its work: the work has committed or rolled back the transaction itself, or the"
                + " same key is used outside of transactions; roll back, and let the caller end the"
                + " transaction");
    }

    private static IllegalStateException committed(ClaimCall claim) {
        return new IllegalStateException("the claim of " + claim.id()
                + " is gone at the end of its work: the work has committed the transaction itself (commit, setAutoCommit, or a"
                + " statement that commits, such as CREATE TABLE), so that its rows may be there without its result. Calls with the"
                + " same key do not run it again; check its rows, and let the caller end the transaction");
    }

    /**
     * Stores a result in a separate transaction, if the record can be claimed. If the reply to its commit is lost, the record shows whether
     * it took place.
     *
     * @param isStored whether a settled record is the one to be stored
     * @return whether it is stored
     */
    boolean record(ClaimCall claim, RecordLock.Settlement settlement, Predicate<StoredRecord> isStored) {
        try {
            return inTurn(claim, PATIENCE_TO_RECORD, () -> claimAndSettle(claim, settlement, isStored));
        } catch (SQLException e) {
            if (recordLock.isTaken(e)) {
                return false;
            } else if (tookPlace(claim, isStored, e)) {
                return true;
            }
            throw Transactions.unknown(claim.id(), e);
        }
    }

    /**
     * Returns whether a commit that failed took place, once its transaction has certainly ended.
     *
     * @param expected whether a settled record is the one that was to be committed
     */
    boolean tookPlace(ClaimCall claim, Predicate<StoredRecord> expected, Exception failure) {
        try {
            return mayHaveCommitted(failure) && isSettled(claim, expected);
        } catch (SQLException | RuntimeException e) {
            SqlFailures.attach(failure, e);
            return false;
        }
    }

    private static boolean mayHaveCommitted(Exception failure) {
        boolean isKnown = failure instanceof NoConnectionException
                || (failure instanceof SQLException sql && Dialect.isUnconfirmed(sql));
        return !isKnown && !SqlFailures.isRolledBack(failure);
    }

    private boolean claimAndSettle(ClaimCall claim, RecordLock.Settlement settlement, Predicate<StoredRecord> isStored)
            throws SQLException {
        try (OpenTransaction transaction = OpenTransaction.begin(connections)) {
            ClaimResult result = claim(transaction, claim, PATIENCE_TO_RECORD);
            if (!(result instanceof ClaimResult.Claimed claimed)) {
                return isSettled(transaction, claim, result, isStored);
            }
            boolean stored = transaction.<Boolean>run(same -> recordLock.settle(same, claim, claimed, settlement));
            if (stored) {
                transaction.commit(dialect);
            }
            return stored;
        }
    }

    /** Returns whether the record of a claim is settled as expected, and then as durable as after an acknowledged commit. */
    private boolean isSettled(ClaimCall claim, Predicate<StoredRecord> expected) throws SQLException {
        return inTurn(claim, PATIENCE_TO_LOOK, () -> {
            try (OpenTransaction transaction = OpenTransaction.begin(connections)) {
                // This waits for the lock of the other transaction, if that still runs.
                return isSettled(transaction, claim, claim(transaction, claim, PATIENCE_TO_LOOK), expected);
            }
        });
    }

    private boolean isSettled(
            OpenTransaction transaction,
            ClaimCall claim,
            @Nullable ClaimResult result,
            Predicate<StoredRecord> expected)
            throws SQLException {
        if (!(result instanceof ClaimResult.Settled settled) || !expected.test(settled.record())) {
            return false;
        }
        transaction.<Boolean>run(same -> recordLock.confirm(same, claim));
        transaction.commit(dialect);
        return true;
    }

    private @Nullable ClaimResult claim(OpenTransaction transaction, ClaimCall claim, Duration patience)
            throws SQLException {
        return transaction
                .run(same -> Optional.ofNullable(recordLock.claim(same, claim, patience)))
                .orElse(null);
    }

    private interface Turn {
        boolean run() throws SQLException;
    }

    private boolean inTurn(ClaimCall claim, Duration patience, Turn turn) throws SQLException {
        try {
            recordLock.enter(connections, claim, patience);
            return turn.run();
        } finally {
            recordLock.end(claim);
        }
    }
}
