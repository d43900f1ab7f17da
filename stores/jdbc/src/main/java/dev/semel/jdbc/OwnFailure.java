package dev.semel.jdbc;

import dev.semel.AfterFailure;
import dev.semel.Policies;
import dev.semel.Recording;
import dev.semel.store.ClaimResult;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of the failed work of one call: its rows are rolled back, and if the failure is to be replayed it is stored before the caller gets
 * it. If it can't be, the caller is told to call again, since the next call may end otherwise.
 */
final class OwnFailure<T extends @Nullable Object> {
    private final Transactions transactions;
    private final Recording<T> recording;
    private final ClaimCall claim;
    private final ClaimResult.Claimed claimed;
    private @Nullable Savepoint beforeWork;

    OwnFailure(Transactions transactions, Recording<T> recording, ClaimCall claim, ClaimResult.Claimed claimed) {
        this.transactions = transactions;
        this.recording = recording;
        this.claim = claim;
        this.claimed = claimed;
    }

    /** To be called before the work: costs a statement, but only where failures are replayed. */
    void prepare(OpenTransaction transaction) {
        if (!replaysAny(recording.settings().afterFailure())) {
            return;
        }
        try {
            beforeWork = transaction.run(Connection::setSavepoint);
        } catch (SQLException e) {
            transaction.rollBack(e);
            throw TransactionalOperation.unknown(claim.id(), e);
        } catch (RuntimeException | Error e) {
            transaction.rollBack(e);
            throw e;
        }
    }

    private static boolean replaysAny(AfterFailure policy) {
        return policy instanceof Policies.ReplayFailures
                || (policy instanceof Policies.FirstThat both
                        && (replaysAny(both.first()) || replaysAny(both.second())));
    }

    /**
     * To be called with what the work has thrown.
     *
     * @throws StoreException if that is to be replayed and is not stored
     */
    void end(OpenTransaction transaction, Throwable thrown) {
        Optional<Guard.Settlement> failure;
        StoreException problem;
        try {
            failure = transactions.failure(recording, thrown);
            problem = failure.isPresent() ? store(transaction, failure.get(), thrown) : null;
            if (failure.isEmpty()) {
                undo(transaction, thrown);
            }
        } catch (Throwable another) {
            if (another != thrown) {
                another.addSuppressed(thrown);
            }
            throw another;
        } finally {
            // Whatever went wrong, the connection goes back without what the work has written.
            transaction.rollBack(thrown);
        }
        recording.failed(claimed.record(), thrown, failure.isPresent() && problem == null);
        if (problem instanceof ResultTooLargeException) {
            // It will never be stored, however often it is asked for.
            thrown.addSuppressed(problem);
        } else if (problem != null) {
            throw problem;
        }
    }

    /** What can't be undone since the work has committed it must not run again. */
    private void undo(OpenTransaction transaction, Throwable thrown) {
        try {
            transaction.undo();
        } catch (SQLException | RuntimeException e) {
            // It is reported when the connection goes back, which is not used again.
            return;
        }
        transactions.failed(transaction.connection(), recording, claim, thrown);
    }

    /** What went wrong; {@code null} if it is stored. */
    private @Nullable StoreException store(OpenTransaction transaction, Guard.Settlement failure, Throwable thrown) {
        try {
            transactions.checkSize(failure);
            if (storeInside(transaction, failure)) {
                transaction.closeQuietly();
                return null;
            }
            transaction.rollBack(thrown);
            return transactions.record(claim, failure)
                    ? null
                    : notStored(
                            thrown,
                            "another call with the same key has run, or is running, before that could be stored");
        } catch (ResultTooLargeException e) {
            return e;
        } catch (RuntimeException e) {
            StoreException problem = notStored(thrown, "that could not be stored");
            problem.addSuppressed(e);
            return problem;
        }
    }

    /** Whether it is stored in the transaction of the claim, with the work undone; if not, that is of no more use. */
    private boolean storeInside(OpenTransaction transaction, Guard.Settlement failure) {
        try {
            return transaction.end(same -> {
                same.rollback(beforeWork);
                return transactions.guard().settleAndCommit(same, claim, claimed, failure);
            });
        } catch (SQLException e) {
            if (Dialect.isUnconfirmed(e)) {
                throw TransactionalOperation.unknown(claim.id(), e);
            }
            // The work has ended the transaction, or a deadlock has, or the connection is lost; what was committed is
            // found below.
            return false;
        }
    }

    private StoreException notStored(Throwable thrown, String why) {
        return new StoreException(
                "the work of " + claim.id() + " failed and was rolled back, but " + why
                        + ", so the next call may end otherwise; call again with the same key",
                thrown);
    }
}
