package dev.semel.jdbc;

import dev.semel.Context;
import dev.semel.StoreException;
import dev.semel.jdbc.dialect.Dialect;
import dev.semel.jdbc.dialect.RecordLock;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.jdbc.sql.SqlFailures;
import dev.semel.session.Terms;
import dev.semel.store.ClaimResult;
import dev.semel.store.ReleaseAs;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A call in a transaction that the caller or its framework began, and ends unless it is new.
 *
 * <ol>
 *   <li>Claim. If another transaction changed the record after this one took its view of the database, the record is read on a separate
 *       connection; a new transaction starts over instead.
 *   <li>The work, and the settlement. A rollback or a lost connection undoes all of it.
 *   <li>If the work throws, the transaction is rolled back, and a failure that is to be replayed is stored afterwards. Only if the
 *       transaction commits after such an exception are failure and rows committed together: without its record the next call would write
 *       the rows again.
 * </ol>
 */
final class CallersSession extends SqlSession {
    private static final System.Logger LOG = System.getLogger("dev.semel.jdbc");

    private final SqlTransaction transaction;
    private @Nullable Connection connection;
    private boolean isOpen;
    private boolean isAnswered;
    private @Nullable SQLException unconfirmed;

    CallersSession(Transactions transactions, Terms terms, SqlTransaction transaction) {
        super(transactions, terms);
        this.transaction = transaction;
    }

    private Connection connection() {
        return Objects.requireNonNull(connection, "begun");
    }

    private void begin() {
        connection = transaction.begin();
        isOpen = true;
    }

    @Override
    public void openUnprotected() {
        begin();
    }

    @Override
    public void commitUnprotected() {
        commit();
        if (unconfirmed != null) {
            throw Transactions.withoutKey(unconfirmed);
        }
    }

    @Override
    public void failUnprotected(Throwable thrown) {
        if (transaction.commitsAfter(thrown)) {
            commitUnprotected();
        }
    }

    private void commit() {
        if (transaction.isNew()) {
            expectCommit();
        }
        transaction.commit();
        isOpen = false;
    }

    /** Looks at what the database reports of the commit, before the framework returns the connection. */
    private void expectCommit() {
        Dialect dialect = transactions.dialect();
        try {
            dialect.willCommit(connection());
        } catch (SQLException e) {
            return; // the connection is lost, and the commit will fail
        }
        transaction.afterCommit(() -> {
            try {
                dialect.confirm(connection());
            } catch (SQLException e) {
                if (Dialect.isUnconfirmed(e)) {
                    unconfirmed = e;
                }
            }
        });
    }

    private void rollBack(@Nullable Throwable why) {
        isOpen = false;
        transaction.rollBack(why);
    }

    @Override
    public SqlContext context(Context attempt) {
        return SqlContext.of(attempt, connection());
    }

    @Override
    public Claim claim(Duration patience) {
        ClaimCall claim = call();
        try {
            begin();
        } catch (StoreException e) {
            return new Unknown(e);
        }
        try {
            ClaimResult result = claim(claim, patience);
            if (result == null) {
                rollBack(null);
                return startOver(null);
            } else if (result instanceof ClaimResult.Claimed claimed) {
                granted(claimed);
            } else {
                isAnswered = true;
            }
            return new Found(result);
        } catch (SQLException e) {
            StoreException failure = Transactions.unknown(claim.id(), e);
            if (transaction.isNew() && transactions.mayBeginAgain(e)) {
                rollBack(e);
                return new StartOver(failure);
            }
            return new Unknown(failure);
        }
    }

    /** Claims; returns {@code null} if it has to start over in a new transaction. */
    private @Nullable ClaimResult claim(ClaimCall claim, Duration patience) throws SQLException {
        if (connection().getAutoCommit()) {
            throw new IllegalStateException("the connection for " + claim.id()
                    + " is in auto-commit mode, so nothing would commit together; begin a transaction first");
        }
        ClaimResult result;
        try {
            result = transactions.recordLock().claim(connection(), claim, patience);
        } catch (SQLException e) {
            if (transactions.recordLock().isTaken(e)
                    && transactions.recordLock().keepsTransaction(e)) {
                return transaction.isNew()
                        ? transactions.taken().answerFrom(connection(), claim)
                        : transactions.taken().answerAnyway(claim);
            }
            throw e;
        }
        return result == null && !transaction.isNew() ? lookOutside(claim) : result;
    }

    private ClaimResult lookOutside(ClaimCall claim) throws SQLException {
        ClaimResult result = transactions.taken().committed(claim);
        if (result == null) {
            throw new StoreException(
                    "the record " + claim.id()
                            + " was changed after this transaction took its snapshot of the database; roll back and call again",
                    null);
        }
        return result;
    }

    /** Returns false for a doomed transaction, whose work is not recorded. */
    @Override
    public boolean isLive() {
        return transaction.doomed() == null;
    }

    @Override
    Written settle(RecordLock.Settlement settlement) {
        RuntimeException doomed = transaction.doomed();
        if (doomed != null) {
            return new Refused(doomed);
        }
        try {
            if (!transactions.recordLock().settle(connection(), call(), granted(), settlement)) {
                return new Refused(transactions.aftermath().ended(connection(), call(), tombstone()));
            }
        } catch (SQLException e) {
            return new Refused(transactions.failed(call(), settlement, e));
        }
        try {
            commit();
        } catch (RuntimeException e) {
            if (!tookPlace(e)) {
                return new Refused(e);
            }
            LOG.log(
                    Level.WARNING,
                    "the transaction of " + call().id() + " was committed, although its commit threw",
                    e);
            return STORED;
        }
        if (unconfirmed != null) {
            return new Refused(Transactions.unknown(call().id(), unconfirmed));
        }
        return transaction.isNew() ? STORED : new Deferred();
    }

    /** Returns whether a commit that threw took place, as the record shows. A transaction that is still open is rolled back before. */
    private boolean tookPlace(RuntimeException failure) {
        if (!transaction.isNew() || transaction.isRolledBack(failure)) {
            return false;
        }
        try {
            rollBack(failure);
        } catch (RuntimeException e) {
            SqlFailures.attach(failure, e);
        }
        return wasCommitted(failure);
    }

    @Override
    Written settleFailure(RecordLock.Settlement failure, Throwable thrown) {
        if (transaction.commitsAfter(thrown)) {
            return settle(failure);
        }
        Exception committed = committedByWork();
        if (committed != null) {
            SqlFailures.attach(thrown, committed);
        }
        try {
            rollBack(thrown);
        } catch (RuntimeException e) {
            SqlFailures.attach(thrown, e);
        }
        if (transaction.isNew()) {
            return storeApart(failure);
        }
        // The record is free only after the owner of the transaction has rolled back.
        transaction.afterRollback(() -> {
            if (storeApart(failure) instanceof Refused refused) {
                SqlFailures.attach(thrown, refused.why());
            }
        });
        return new LeftToCaller();
    }

    private @Nullable Exception committedByWork() {
        try {
            if (transactions.recordLock().isOpen(connection(), call())) {
                return null;
            }
        } catch (SQLException | RuntimeException e) {
            // After a failed statement PostgreSQL answers no more, and the transaction is rolled back.
            return null;
        }
        return transactions.aftermath().buried(connection(), call(), tombstone());
    }

    @Override
    public Written release(ReleaseAs as, Duration retention) {
        Exception committed = committedByWork();
        try {
            rollBack(null);
        } catch (RuntimeException e) {
            if (committed != null) {
                e.addSuppressed(committed);
            }
            return new Refused(e);
        }
        return committed == null ? STORED : new Refused(committed);
    }

    /** Ends a new transaction. A call that was only answered has written nothing, and must not doom a transaction that it joined. */
    @Override
    public void close() {
        try {
            if (isOpen && isAnswered && !transaction.isNew()) {
                commit();
            } else if (isOpen) {
                rollBack(null);
            }
        } finally {
            super.close();
        }
    }
}
