package dev.semel.jdbc;

import dev.semel.Outcome;
import dev.semel.Recording;
import dev.semel.store.ClaimResult;
import dev.semel.store.StoreException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One call that opens and ends the transaction itself:
 *
 * <ol>
 *   <li>Begin, and claim in the transaction. What fails because of others at the same moment begins anew: the work has not run. A process that
 *       dies here leaves nothing.
 *   <li>The work. If it throws, roll back. A failure that is to be replayed is stored in the same transaction, from which the work is undone, so that
 *       nobody gets in between; where that transaction is gone, as after a deadlock, in one of its own, unless another call has run by then.
 *   <li>The settlement, and the commit, together where the database can do that. A process that dies before the commit leaves nothing; one that
 *       dies after it leaves both.
 *   <li>If that fails or its reply is lost, the record tells: it is claimed again, which waits until the lost transaction is over, and if it is
 *       settled under this call's nonce the commit took place.
 * </ol>
 */
final class OwnTransaction<T extends @Nullable Object> {
    private static final int TRIES = 20;

    private final Transactions transactions;
    private final Recording<T> recording;
    private final ClaimCall claim;
    private final long startedAt = System.nanoTime();

    OwnTransaction(Transactions transactions, Recording<T> recording, ClaimCall claim) {
        this.transactions = transactions;
        this.recording = recording;
        this.claim = claim;
    }

    /** A claim that was answered, and the transaction in which it was granted if it was. */
    private record Begun(ClaimResult result, @Nullable OpenTransaction transaction) {}

    <X extends Exception> Outcome<T> run(SqlWork<T, X> work) throws X {
        try {
            Begun begun = begin();
            OpenTransaction transaction = begun.transaction();
            if (transaction == null || !(begun.result() instanceof ClaimResult.Claimed claimed)) {
                return recording.answer(begun.result());
            }
            return runIn(transaction, claimed, work);
        } finally {
            transactions.guard().end(claim);
        }
    }

    private Begun begin() {
        for (int tried = 1; ; tried++) {
            try {
                Begun begun = tryToBegin();
                if (begun != null) {
                    return begun;
                } else if (tried == TRIES) {
                    throw new StoreException("the record " + claim.id() + " changes too often; call again", null);
                }
            } catch (SQLException e) {
                if (transactions.guard().isTaken(e)) {
                    return new Begun(transactions.taken().answerAnyway(claim), null);
                } else if (!transactions.dialect().isPassing(e) || tried == TRIES) {
                    StoreException failure = TransactionalOperation.unknown(claim.id(), e);
                    recording.storeFailed(failure);
                    throw failure;
                }
            }
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(1_000_000L << Math.min(tried, 5)));
        }
    }

    /** {@code null} if it has to begin anew. */
    private @Nullable Begun tryToBegin() throws SQLException {
        Duration patience = patienceLeft();
        transactions.guard().enter(transactions.connections(), claim, patience);
        OpenTransaction transaction = OpenTransaction.begin(transactions.connections());
        try {
            ClaimResult result = transaction
                    .run(same -> Optional.ofNullable(transactions.guard().claim(same, claim, patience)))
                    .orElse(null);
            if (result instanceof ClaimResult.Claimed) {
                return new Begun(result, transaction);
            }
            transaction.close();
            return result == null ? null : new Begun(result, null);
        } catch (SQLException | RuntimeException | Error e) {
            transaction.rollBack(e);
            throw e;
        }
    }

    private Duration patienceLeft() {
        Duration left = Transactions.patience(recording.settings()).minusNanos(System.nanoTime() - startedAt);
        return left.isNegative() ? Duration.ZERO : left;
    }

    private <X extends Exception> Outcome<T> runIn(
            OpenTransaction transaction, ClaimResult.Claimed claimed, SqlWork<T, X> work) throws X {
        OwnFailure<T> failing = new OwnFailure<>(transactions, recording, claim, claimed);
        failing.prepare(transaction);
        long workStartedAt = System.nanoTime();
        T value;
        try {
            value = work.run(transaction.connection());
        } catch (Throwable thrown) {
            failing.end(transaction, thrown);
            throw thrown;
        }
        Duration took = Duration.ofNanos(System.nanoTime() - workStartedAt);
        settleAndCommit(transaction, claimed, value);
        return recording.executed(value, claimed.record(), took);
    }

    private void settleAndCommit(OpenTransaction transaction, ClaimResult.Claimed claimed, T value) {
        try {
            Guard.Settlement settlement = transactions.settlement(recording, value);
            settleAndCommit(transaction, claimed, settlement);
        } catch (RuntimeException | Error e) {
            transaction.rollBack(e);
            throw e;
        }
        transaction.closeQuietly();
    }

    private void settleAndCommit(
            OpenTransaction transaction, ClaimResult.Claimed claimed, Guard.Settlement settlement) {
        try {
            if (!transaction.end(same -> transactions.guard().settleAndCommit(same, claim, claimed, settlement))) {
                transaction.undo();
                throw transactions.ended(transaction.connection(), recording, claim);
            }
        } catch (SQLException e) {
            transaction.rollBack(e);
            if (Dialect.isUnconfirmed(e)) {
                throw TransactionalOperation.unknown(claim.id(), e);
            } else if (!wasCommitted(e)) {
                throw transactions.notSettled(recording, claim, settlement, e);
            }
        }
    }

    private boolean wasCommitted(SQLException failure) {
        try {
            return transactions.isCommitted(claim);
        } catch (SQLException | RuntimeException e) {
            failure.addSuppressed(e);
            return false;
        }
    }
}
