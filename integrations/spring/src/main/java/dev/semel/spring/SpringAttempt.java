package dev.semel.spring;

import dev.semel.Context;
import dev.semel.Outcome;
import dev.semel.jdbc.BegunTransaction;
import dev.semel.jdbc.TransactionalOperation;
import dev.semel.store.Causes;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.StoreException;
import java.sql.Connection;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * One attempt in a transaction of Spring's:
 *
 * <ol>
 *   <li>Begin, or join what is there. A process that dies from here on before the commit leaves nothing.
 *   <li>Claim, run the work, settle, all on the transaction's connection.
 *   <li>If the transaction is this attempt's own, commit it; otherwise that is for whoever opened it, and nothing has taken effect before.
 *   <li>If the work throws, roll back or mark the outer transaction for that; a failure that is to be replayed is recorded after the roll-back. Only if
 *       the rules say to commit after such an exception, and it is to be replayed, failure and rows are committed together: without its record the
 *       next call would do the rows again.
 * </ol>
 */
final class SpringAttempt<T extends @Nullable Object> {
    private final PlatformTransactionManager manager;
    private final DataSource pool;
    private final TransactionAttribute attribute;
    private final TransactionalOperation<T> operation;
    private @Nullable Throwable thrownByWork;

    SpringAttempt(
            PlatformTransactionManager manager,
            DataSource pool,
            TransactionAttribute attribute,
            TransactionalOperation<T> operation) {
        this.manager = manager;
        this.pool = pool;
        this.attribute = attribute;
        this.operation = operation;
    }

    Outcome<T> run(SpringTransactions.Call<T> call) throws Exception {
        TransactionStatus status = begin();
        boolean isNew = status.isNewTransaction();
        Outcome<T> outcome;
        try {
            outcome = onConnection(call, status);
        } catch (Throwable thrown) {
            if (commitsAfter(thrown, status)) {
                commitAfter(thrown, status);
            } else {
                rollBackAfter(thrown, status);
                recordFailure(thrown, call, isNew);
            }
            throw thrown;
        }
        end(outcome, status);
        return outcome;
    }

    private TransactionStatus begin() {
        try {
            return manager.getTransaction(attribute);
        } catch (CannotCreateTransactionException e) {
            throw notBegun(e);
        }
    }

    private Outcome<T> onConnection(SpringTransactions.Call<T> call, TransactionStatus status) throws Exception {
        // Asked before: what DataSourceUtils opens by itself counts as part of the transaction, and nobody commits it.
        if (!TransactionSynchronizationManager.hasResource(pool)) {
            throw new IllegalStateException(
                    "the transaction manager did not open a transaction on its DataSource; use one"
                            + " that does, such as JdbcTransactionManager, or JpaTransactionManager with a dialect that exposes its connection");
        }
        Connection connection = connection();
        try {
            return operation.attempt(
                    new BegunTransaction(connection, status.isNewTransaction(), thrown -> commitsAfter(thrown, status)),
                    call.key(),
                    call.request(),
                    (same, context) -> work(call, context, status));
        } finally {
            DataSourceUtils.releaseConnection(connection, pool);
        }
    }

    /** Some managers open the connection only when it is asked for. */
    private Connection connection() {
        try {
            return DataSourceUtils.getConnection(pool);
        } catch (RuntimeException e) {
            throw notBegun(e);
        }
    }

    private StoreException notBegun(RuntimeException cause) {
        StoreException failure = new StoreException(
                "no transaction could be begun, and nothing has run: " + Causes.of(cause)
                        + "; check that the database can be reached",
                cause);
        operation.storeFailed(failure);
        return failure;
    }

    private T work(SpringTransactions.Call<T> call, Context context, TransactionStatus status) throws Exception {
        try {
            return call.work().run(context, status);
        } catch (Throwable thrown) {
            thrownByWork = thrown;
            throw thrown;
        }
    }

    private boolean commitsAfter(Throwable thrown, TransactionStatus status) {
        return isReplayed(thrown) && !attribute.rollbackOn(thrown) && !status.isRollbackOnly();
    }

    private boolean isReplayed(Throwable thrown) {
        return thrown == thrownByWork && !(thrown instanceof TransactionException) && operation.replays(thrown);
    }

    private void commitAfter(Throwable thrown, TransactionStatus status) {
        try {
            manager.commit(status);
        } catch (RuntimeException | Error e) {
            e.addSuppressed(thrown);
            throw e;
        }
    }

    private void rollBackAfter(Throwable thrown, TransactionStatus status) {
        try {
            manager.rollback(status);
        } catch (RuntimeException e) {
            thrown.addSuppressed(e);
        }
    }

    private void recordFailure(Throwable thrown, SpringTransactions.Call<T> call, boolean isNew) {
        String key = call.key();
        if (key == null || key.isEmpty() || !isReplayed(thrown)) {
            return; // without a key there is no record, and nobody who could be told otherwise
        }
        if (isNew) {
            recordFailure(thrown, call);
        } else if (TransactionSynchronizationManager.isSynchronizationActive()) {
            // Only when the outer transaction has let go of the record can its failure be written.
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCompletion(int status) {
                    if (status == STATUS_ROLLED_BACK) {
                        tryToRecord(thrown, call);
                    }
                }
            });
        }
    }

    /** Nobody gets a failure that is not stored, since the next call may end otherwise; unless it is one that never can be. */
    private void recordFailure(Throwable thrown, SpringTransactions.Call<T> call) {
        boolean stored = false;
        try {
            stored = operation.recordFailure(call.key(), call.request(), thrown);
        } catch (ResultTooLargeException e) {
            thrown.addSuppressed(e);
            return;
        } catch (RuntimeException e) {
            thrown.addSuppressed(e);
        } catch (Error e) {
            e.addSuppressed(thrown);
            throw e;
        }
        if (!stored) {
            throw new StoreException(
                    "the method failed and took no effect, but its failure could not be stored, or another call with the same key has run"
                            + " before that; call again with the same key",
                    thrown);
        }
    }

    /** For when the caller has its answer already. */
    private void tryToRecord(Throwable thrown, SpringTransactions.Call<T> call) {
        try {
            operation.recordFailure(call.key(), call.request(), thrown);
        } catch (RuntimeException e) {
            thrown.addSuppressed(e);
        }
    }

    /** Whoever only got an answer has written nothing. */
    private void end(Outcome<T> outcome, TransactionStatus status) {
        boolean ran = outcome instanceof Outcome.Executed || outcome instanceof Outcome.Unprotected;
        if (ran || !status.isNewTransaction()) {
            manager.commit(status);
        } else {
            manager.rollback(status);
        }
    }
}
