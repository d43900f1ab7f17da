package dev.semel.jdbc;

import dev.semel.Context;
import dev.semel.StoreException;
import dev.semel.jdbc.connection.OpenTransaction;
import dev.semel.jdbc.dialect.Dialect;
import dev.semel.jdbc.dialect.RecordLock;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.jdbc.sql.SqlFailures;
import dev.semel.session.Terms;
import dev.semel.store.ClaimResult;
import dev.semel.store.ReleaseAs;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call in a transaction that the session opens and ends.
 *
 * <ol>
 *   <li>Begin, and claim in the transaction. If that collides with a concurrent transaction or the connection is lost, it starts
 *       over: the work has not run. A process that dies here leaves nothing.
 *   <li>The work. If it throws, roll back. A failure that is to be replayed is stored in the same transaction after the work has been
 *       undone in it, so that no other call comes in between. If that transaction has ended, as after a deadlock, the failure is stored in
 *       a separate one, unless another call has run by then.
 *   <li>The settlement and the commit, together where the database allows. A process that dies before the commit leaves nothing; one that
 *       dies after it leaves both.
 *   <li>If that fails or its reply is lost, the record shows the outcome. It is claimed again, which waits until the lost transaction has
 *       ended. If the record is settled under this call's nonce, the commit took place.
 * </ol>
 */
final class OwnSession extends SqlSession {
    private @Nullable OpenTransaction transaction;
    private @Nullable Savepoint beforeWork;

    OwnSession(Transactions transactions, Terms terms) {
        super(transactions, terms);
    }

    @Override
    public Claim claim(Duration patience) {
        ClaimCall claim = call();
        try {
            transactions.recordLock().enter(transactions.connections(), claim, patience);
            return begin(claim, patience);
        } catch (SQLException e) {
            if (transactions.recordLock().isTaken(e)) {
                return new Found(transactions.taken().answerAnyway(claim));
            }
            StoreException failure = Transactions.unknown(claim.id(), e);
            return transactions.mayBeginAgain(e) ? new StartOver(failure) : new Unknown(failure);
        }
    }

    private Claim begin(ClaimCall claim, Duration patience) throws SQLException {
        OpenTransaction opened = OpenTransaction.begin(transactions.connections());
        try {
            ClaimResult result = opened.run(same ->
                            Optional.ofNullable(transactions.recordLock().claim(same, claim, patience)))
                    .orElse(null);
            if (result instanceof ClaimResult.Claimed granted) {
                transaction = opened;
                granted(granted);
            } else {
                opened.close();
            }
            return result == null ? startOver(null) : new Found(result);
        } catch (SQLException | RuntimeException | Error e) {
            opened.rollBack(e);
            throw e;
        }
    }

    private OpenTransaction transaction() {
        return Objects.requireNonNull(transaction, "begun");
    }

    @Override
    public void openUnprotected() {
        try {
            transaction = OpenTransaction.begin(transactions.connections());
        } catch (SQLException e) {
            throw Transactions.withoutKey(e);
        }
    }

    @Override
    public void commitUnprotected() {
        try {
            transaction().commit(transactions.dialect());
        } catch (SQLException e) {
            transaction().rollBack(e);
            throw Transactions.withoutKey(e);
        }
    }

    @Override
    public SqlContext context(Context attempt) {
        return SqlContext.of(attempt, transaction().connection());
    }

    /** Sets a savepoint before the work, only where failures are replayed, since it costs a statement. */
    @Override
    public void starting() {
        if (!terms.replaysFailures()) {
            return;
        }
        try {
            beforeWork = transaction().run(Connection::setSavepoint);
        } catch (SQLException e) {
            throw Transactions.unknown(call().id(), e);
        }
    }

    @Override
    Written settle(RecordLock.Settlement settlement) {
        ClaimCall claim = call();
        try {
            if (transaction()
                    .end(same -> transactions.recordLock().settleAndCommit(same, claim, granted(), settlement))) {
                transaction().closeQuietly();
                return STORED;
            }
            transaction().undo();
            return new Refused(transactions.aftermath().ended(transaction().connection(), claim, tombstone()));
        } catch (SQLException e) {
            transaction().rollBack(e);
            if (Dialect.isUnconfirmed(e)) {
                return new Refused(Transactions.unknown(claim.id(), e));
            }
            return wasCommitted(e)
                    ? STORED
                    : new Refused(transactions
                            .aftermath()
                            .notSettled(claim, tombstone(), transactions.failed(claim, settlement, e)));
        }
    }

    @Override
    Written settleFailure(RecordLock.Settlement failure, Throwable thrown) {
        try {
            if (storeInside(failure)) {
                transaction().closeQuietly();
                return STORED;
            }
        } catch (StoreException e) {
            return new Refused(e);
        }
        transaction().rollBack(thrown);
        return storeApart(failure);
    }

    /** Stores a failure in the transaction of the claim, with the work undone. Returns false if that transaction can't be used any more. */
    private boolean storeInside(RecordLock.Settlement failure) {
        try {
            return transaction().end(same -> {
                same.rollback(beforeWork);
                return transactions.recordLock().settleAndCommit(same, call(), granted(), failure);
            });
        } catch (SQLException e) {
            if (Dialect.isUnconfirmed(e)) {
                throw Transactions.unknown(call().id(), e);
            }
            // The work or a deadlock has ended the transaction, or the connection is lost. What was committed is
            // determined below.
            return false;
        }
    }

    /** Rolls back. Work that was committed can't be undone, and must not run again. */
    @Override
    public Written release(ReleaseAs as, Duration retention) {
        OpenTransaction open = transaction();
        try {
            open.undo();
        } catch (SQLException | RuntimeException e) {
            return closed(open, null); // the connection is not used again
        }
        return closed(open, transactions.aftermath().buried(open.connection(), call(), tombstone()));
    }

    private static Written closed(OpenTransaction open, @Nullable Exception problem) {
        try {
            open.close();
        } catch (SQLException e) {
            if (problem != null) {
                SqlFailures.attach(e, problem);
            }
            return new Refused(e);
        }
        return problem == null ? STORED : new Refused(problem);
    }

    @Override
    public void close() {
        try {
            if (transaction != null) {
                transaction.closeQuietly();
            }
        } finally {
            super.close();
        }
    }
}
