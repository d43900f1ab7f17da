package dev.semel.spring.transaction;

import dev.semel.BoundOperation;
import dev.semel.Context;
import dev.semel.Outcome;
import dev.semel.SemelException;
import dev.semel.Work;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.SqlContext;
import dev.semel.session.Sessions;
import dev.semel.store.Store;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.interceptor.TransactionAttribute;

/** Spring's transactions on the pool of a SQL store, which hold the records of the operations that run in them. */
public final class SpringTransactions {
    private final JdbcStore store;
    private final PlatformTransactionManager manager;
    private final DataSource pool;

    private SpringTransactions(JdbcStore store, PlatformTransactionManager manager, DataSource pool) {
        this.store = store;
        this.manager = manager;
        this.pool = pool;
    }

    /** Returns the transactions of a manager, or {@code null} if the store's records cannot be part of them. */
    public static @Nullable SpringTransactions of(Store store, TransactionManager manager) {
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

    /** Returns the pool of a manager. Managers for JDBC and JPA have the same property, but no common type with it. */
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

    /** Returns transactions that begin or join according to an attribute. */
    public Sessions<SqlContext> by(TransactionAttribute attribute) {
        return store.transactions(() -> new SpringTransaction(manager, pool, attribute));
    }

    /** Runs work in such a transaction. */
    public static <T extends @Nullable Object, C extends Context> Outcome<T> attempt(
            BoundOperation<T, C> operation,
            @Nullable String key,
            @Nullable Object request,
            Work.InContext<? super C, T, Exception> work)
            throws Exception {
        try {
            return operation.attempt(key, request, context -> run(work, context));
        } catch (NoResult e) {
            for (Throwable attached : e.getSuppressed()) {
                e.thrown.addSuppressed(attached);
            }
            throw e.thrown;
        }
    }

    private static <T extends @Nullable Object, C extends Context> T run(
            Work.InContext<? super C, T, Exception> work, C context) throws Exception {
        try {
            return work.run(context);
        } catch (TransactionException e) {
            throw new NoResult(e);
        }
    }

    /** Hides an exception about the transaction from the policy, since it is never a result of the operation. */
    private static final class NoResult extends SemelException {
        private static final long serialVersionUID = 1;
        private final TransactionException thrown;

        NoResult(TransactionException thrown) {
            super(String.valueOf(thrown.getMessage()), thrown);
            this.thrown = thrown;
        }
    }
}
