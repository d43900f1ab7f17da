package dev.semel.jdbc;

import dev.semel.Outcome;
import dev.semel.Recording;
import dev.semel.store.ClaimResult;
import dev.semel.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One call in a transaction that the caller began and will end:
 *
 * <ol>
 *   <li>Claim. If another transaction changed the record after this one took its view of the database, what is there is read on a connection
 *       of its own.
 *   <li>The work, and the settlement. All of it is gone if the caller rolls back or its connection is lost.
 * </ol>
 */
final class CallersTransaction<T extends @Nullable Object> {
    private final Transactions transactions;
    private final Recording<T> recording;
    private final ClaimCall claim;

    CallersTransaction(Transactions transactions, Recording<T> recording, ClaimCall claim) {
        this.transactions = transactions;
        this.recording = recording;
        this.claim = claim;
    }

    <X extends Exception> Outcome<T> run(Connection connection, SqlWork<T, X> work) throws X {
        try {
            ClaimResult result = claim(connection);
            if (!(result instanceof ClaimResult.Claimed claimed)) {
                return recording.answer(result);
            }
            long startedAt = System.nanoTime();
            T value = runWork(connection, claimed, work);
            Duration took = Duration.ofNanos(System.nanoTime() - startedAt);
            settle(connection, claimed, value);
            return recording.executed(value, claimed.record(), took);
        } finally {
            transactions.guard().end(claim);
        }
    }

    private void settle(Connection connection, ClaimResult.Claimed claimed, T value) {
        try {
            transactions.settle(connection, claim, claimed, recording, value);
        } catch (SQLException e) {
            throw TransactionalOperation.unknown(claim.id(), e);
        }
    }

    private <X extends Exception> T runWork(Connection connection, ClaimResult.Claimed claimed, SqlWork<T, X> work)
            throws X {
        try {
            return work.run(connection);
        } catch (Throwable thrown) {
            recording.failed(claimed.record(), thrown, false);
            throw thrown;
        }
    }

    private ClaimResult claim(Connection connection) {
        try {
            return tryToClaim(connection);
        } catch (SQLException e) {
            throw TransactionalOperation.unknown(claim.id(), e);
        }
    }

    private ClaimResult tryToClaim(Connection connection) throws SQLException {
        if (connection.getAutoCommit()) {
            throw new IllegalStateException("the connection for " + claim.id()
                    + " is in auto-commit mode, so nothing would commit together; begin a transaction first");
        }
        ClaimResult result;
        try {
            result = transactions.guard().claim(connection, claim, Transactions.patience(recording.settings()));
        } catch (SQLException e) {
            if (transactions.guard().isTaken(e) && transactions.guard().keepsTransaction(e)) {
                return transactions.taken().answerAnyway(claim);
            }
            throw e;
        }
        return result == null ? lookOutside() : result;
    }

    private ClaimResult lookOutside() throws SQLException {
        ClaimResult result = transactions.taken().committed(claim);
        if (result == null) {
            throw new StoreException(
                    "the record " + claim.id()
                            + " was changed after this transaction took its view of the database; roll back and call again",
                    null);
        }
        return result;
    }
}
