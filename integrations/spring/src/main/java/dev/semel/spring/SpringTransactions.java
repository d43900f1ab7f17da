package dev.semel.spring;

import dev.semel.Context;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.SemelException;
import dev.semel.jdbc.JdbcStore;
import dev.semel.store.Store;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.interceptor.TransactionAttribute;

/** Spring's transactions on the pool of a SQL store, with the records of the operations that run in them. */
final class SpringTransactions {
    private final JdbcStore store;
    private final PlatformTransactionManager manager;
    private final DataSource pool;

    private SpringTransactions(JdbcStore store, PlatformTransactionManager manager, DataSource pool) {
        this.store = store;
        this.manager = manager;
        this.pool = pool;
    }

    /** What is to run in a transaction. */
    interface Work<T extends @Nullable Object> {
        T run(Context attempt, TransactionStatus status) throws Exception;
    }

    /** One call of an operation. */
    record Call<T extends @Nullable Object>(
            @Nullable String key, @Nullable Object request, Work<T> work) {}

    /** Those of a manager; {@code null} if the store's records can't be part of them. */
    static @Nullable SpringTransactions of(Store store, TransactionManager manager) {
        if (!(store instanceof JdbcStore sql) || !(manager instanceof PlatformTransactionManager platform)) {
            return null;
        }
        DataSource ofStore = sql.pool().orElse(null);
        DataSource ofManager = pool(manager);
        if (ofStore == null || ofManager == null || innermost(ofStore) != innermost(ofManager)) {
            return null;
        }
        return new SpringTransactions(sql, platform, ofManager);
    }

    /** Managers for JDBC and for JPA have it under the same name, and no type in common that has. */
    private static @Nullable DataSource pool(TransactionManager manager) {
        BeanWrapper properties = PropertyAccessorFactory.forBeanPropertyAccess(manager);
        return properties.isReadableProperty("dataSource")
                ? (DataSource) properties.getPropertyValue("dataSource")
                : null;
    }

    private static DataSource innermost(DataSource pool) {
        DataSource target = pool instanceof DelegatingDataSource proxy ? proxy.getTargetDataSource() : null;
        return target == null ? pool : innermost(target);
    }

    /**
     * Opens or joins a transaction, claims, runs the work, records its result, and commits what was opened. A claim that failed because of others at the
     * same moment is tried again in a new transaction, if this one was new: its work has not run.
     */
    <T extends @Nullable Object> Outcome<T> attempt(
            Operation<T> operation, TransactionAttribute attribute, Call<T> call) throws Exception {
        SpringTransaction transaction = new SpringTransaction(manager, pool, attribute);
        try {
            return operation
                    .in(store.transactions(() -> transaction))
                    .attempt(call.key(), call.request(), context -> run(call.work(), context, transaction));
        } catch (NoResult e) {
            for (Throwable attached : e.getSuppressed()) {
                e.thrown.addSuppressed(attached);
            }
            throw e.thrown;
        }
    }

    private static <T extends @Nullable Object> T run(Work<T> work, Context context, SpringTransaction transaction)
            throws Exception {
        try {
            T value = work.run(context, transaction.status());
            transaction.checkNotMarked();
            return value;
        } catch (TransactionException e) {
            transaction.failed(e);
            throw new NoResult(e);
        } catch (Throwable thrown) {
            transaction.failed(thrown);
            throw thrown;
        }
    }

    /** Hides an exception about the transaction from the policy: it is about the moment, and never how the operation ended. */
    private static final class NoResult extends SemelException {
        private static final long serialVersionUID = 1;
        private final TransactionException thrown;

        NoResult(TransactionException thrown) {
            super(String.valueOf(thrown.getMessage()), thrown);
            this.thrown = thrown;
        }
    }
}
