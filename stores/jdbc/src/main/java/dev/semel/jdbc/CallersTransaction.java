package dev.semel.jdbc;

import dev.semel.jdbc.record.ClaimCall;
import dev.semel.jdbc.dialect.Guard;
import dev.semel.Outcome;
import dev.semel.Recording;
import dev.semel.store.ClaimResult;
import dev.semel.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One call in a transaction that the caller began and will end:
 *
 * <ol>
 *   <li>Claim. If another transaction changed the record after this one took its view of the database, what is there is read on a connection
 *       of its own, or the caller is asked to begin again if that is what it has just done.
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

    <X extends Exception> Outcome<T> run(BegunTransaction transaction, SqlWork.InContext<T, X> work) throws X {
        try {
            ClaimResult result = claim(transaction);
            if (!(result instanceof ClaimResult.Claimed claimed)) {
                return recording.answer(result);
            }
            long startedAt = System.nanoTime();
            T value = runWork(transaction, claimed, work);
            Duration took = Duration.ofNanos(System.nanoTime() - startedAt);
            settle(transaction.connection(), claimed, transactions.settlement(recording, value));
            return recording.executed(value, claimed.record(), took);
        } finally {
            transactions.guard().end(claim);
        }
    }

    private void settle(Connection connection, ClaimResult.Claimed claimed, Guard.Settlement settlement) {
        try {
            if (!transactions.guard().settle(connection, claim, claimed, settlement)) {
                throw transactions.ended(connection, claim, Transactions.tombstone(recording));
            }
        } catch (SQLException e) {
            throw transactions.failed(claim, settlement, e);
        }
    }

    private <X extends Exception> T runWork(
            BegunTransaction transaction, ClaimResult.Claimed claimed, SqlWork.InContext<T, X> work) throws X {
        try {
            return work.run(transaction.connection(), recording.context(claimed.record()));
        } catch (Throwable thrown) {
            boolean kept = false;
            try {
                kept = keep(transaction, claimed, thrown);
                if (!kept) {
                    noteIfCommitted(transaction.connection(), thrown);
                }
            } finally {
                recording.failed(claimed.record(), thrown, kept);
            }
            throw thrown;
        }
    }

    private void noteIfCommitted(Connection connection, Throwable thrown) {
        try {
            if (transactions.guard().isOpen(connection, claim)) {
                return;
            }
        } catch (SQLException | RuntimeException e) {
            // After a failed statement PostgreSQL answers no more, and the caller rolls back.
            return;
        }
        transactions.failed(connection, claim, Transactions.tombstone(recording), thrown);
    }

    /** What fails here makes the caller roll back, since it is not one of the exceptions after which it commits. */
    private boolean keep(BegunTransaction transaction, ClaimResult.Claimed claimed, Throwable thrown) {
        try {
            if (!transaction.commitsAfter().test(thrown)) {
                return false;
            }
            Optional<Guard.Settlement> failure = transactions.failure(recording, thrown);
            failure.ifPresent(each -> {
                transactions.checkSize(each);
                settle(transaction.connection(), claimed, each);
            });
            return failure.isPresent();
        } catch (RuntimeException e) {
            StoreException problem = new StoreException(
                    "the work of " + claim.id()
                            + " failed, and that could not be stored; roll back and call again with the same key",
                    thrown);
            problem.addSuppressed(e);
            throw problem;
        } catch (Error e) {
            if (e != thrown) {
                e.addSuppressed(thrown);
            }
            throw e;
        }
    }

    private ClaimResult claim(BegunTransaction transaction) {
        try {
            return tryToClaim(transaction);
        } catch (SQLException e) {
            if (transaction.isNew() && transactions.dialect().isPassing(e)) {
                throw new BeginAgainException(claim.id(), e);
            }
            StoreException failure = Transactions.unknown(claim.id(), e);
            recording.storeFailed(failure);
            throw failure;
        }
    }

    private ClaimResult tryToClaim(BegunTransaction transaction) throws SQLException {
        if (transaction.connection().getAutoCommit()) {
            throw new IllegalStateException("the connection for " + claim.id()
                    + " is in auto-commit mode, so nothing would commit together; begin a transaction first");
        }
        ClaimResult result;
        try {
            result = transactions
                    .guard()
                    .claim(transaction.connection(), claim, Transactions.patience(recording.settings()));
        } catch (SQLException e) {
            if (transactions.guard().isTaken(e) && transactions.guard().keepsTransaction(e)) {
                return taken(transaction);
            }
            throw e;
        }
        return result == null ? lookOutside(transaction) : result;
    }

    private ClaimResult taken(BegunTransaction transaction) throws SQLException {
        return transaction.isNew()
                ? transactions.taken().answerFrom(transaction.connection(), claim)
                : transactions.taken().answerAnyway(claim);
    }

    private ClaimResult lookOutside(BegunTransaction transaction) throws SQLException {
        if (transaction.isNew()) {
            throw new BeginAgainException(claim.id(), null);
        }
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
