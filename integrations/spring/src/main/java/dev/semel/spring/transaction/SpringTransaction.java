package dev.semel.spring.transaction;

import dev.semel.StoreException;
import dev.semel.jdbc.SqlTransaction;
import dev.semel.store.Causes;
import java.sql.Connection;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** A Spring transaction for one call, which begins or joins it. */
final class SpringTransaction implements SqlTransaction {
    private static final System.Logger LOG = System.getLogger("dev.semel.spring");

    private final PlatformTransactionManager manager;
    private final DataSource pool;
    private final TransactionAttribute attribute;
    private @Nullable TransactionStatus status;
    private @Nullable Connection connection;

    SpringTransaction(PlatformTransactionManager manager, DataSource pool, TransactionAttribute attribute) {
        this.manager = manager;
        this.pool = pool;
        this.attribute = attribute;
    }

    private TransactionStatus status() {
        return Objects.requireNonNull(status, "begun");
    }

    /** Returns the exception for a transaction that was marked as rollback-only here, since its manager does not report that rollback. */
    @Override
    public @Nullable RuntimeException doomed() {
        return isNew() && status().isRollbackOnly()
                ? new UnexpectedRollbackException(
                        "the transaction was marked as rollback-only while it ran; nothing took effect, nothing is recorded,"
                                + " and the next call runs")
                : null;
    }

    @Override
    public Connection begin() {
        try {
            status = manager.getTransaction(attribute);
        } catch (CannotCreateTransactionException e) {
            throw notBegun(e);
        }
        try {
            Connection opened = onPool();
            connection = opened;
            return opened;
        } catch (RuntimeException | Error e) {
            rollBack(e);
            throw e;
        }
    }

    private Connection onPool() {
        // checked first: a connection that DataSourceUtils opens itself counts as part of the transaction, and is never
        // committed
        if (!TransactionSynchronizationManager.hasResource(pool)) {
            throw new IllegalStateException(
                    "the transaction manager did not open a transaction on its DataSource; use one"
                            + " that does, such as JdbcTransactionManager, or JpaTransactionManager with a dialect that exposes its connection");
        }
        try {
            // some managers open the connection on demand
            return DataSourceUtils.getConnection(pool);
        } catch (RuntimeException e) {
            throw notBegun(e);
        }
    }

    private static StoreException notBegun(RuntimeException cause) {
        return new StoreException(
                "no transaction could be begun, and nothing has run: " + Causes.of(cause)
                        + "; check that the database can be reached",
                cause);
    }

    @Override
    public boolean isNew() {
        return status().isNewTransaction();
    }

    @Override
    public boolean commitsAfter(Throwable thrown) {
        return !(thrown instanceof TransactionException) && !attribute.rollbackOn(thrown) && !status().isRollbackOnly();
    }

    @Override
    public void commit() {
        releaseConnection();
        manager.commit(status());
    }

    @Override
    public void rollBack(@Nullable Throwable why) {
        if (status().isCompleted()) {
            return; // a failed commit has ended it
        }
        try {
            releaseConnection();
        } finally {
            rollBackUnder(why);
        }
    }

    private void rollBackUnder(@Nullable Throwable why) {
        try {
            manager.rollback(status());
        } catch (RuntimeException e) {
            // the manager has released the connection, and uncommitted changes are never visible
            if (why == null) {
                LOG.log(System.Logger.Level.DEBUG, "a transaction could not be rolled back", e);
            } else if (why != e) {
                why.addSuppressed(e);
            }
        }
    }

    private void releaseConnection() {
        Connection open = connection;
        connection = null;
        if (open != null) {
            DataSourceUtils.releaseConnection(open, pool);
        }
    }

    /** Returns true if a participant has marked the transaction as rollback-only: its manager rolled it back instead. */
    @Override
    public boolean isRolledBack(RuntimeException thrownByCommit) {
        return thrownByCommit instanceof UnexpectedRollbackException;
    }

    /** Runs a task before the manager returns the connection, which it does after all synchronizations. */
    @Override
    public void afterCommit(Runnable task) {
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCompletion(int completed) {
                    if (completed == STATUS_COMMITTED) {
                        task.run();
                    }
                }
            });
        }
    }

    /** Runs a task after the outer transaction has released the record, since its failure can be written only then. */
    @Override
    public void afterRollback(Runnable task) {
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCompletion(int completed) {
                    if (completed == STATUS_ROLLED_BACK) {
                        task.run();
                    }
                }
            });
        }
    }
}
