package dev.semel.jdbc;

import dev.semel.StoreException;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that a framework or the caller manages, for one call of an operation. Used by one thread. For authors of adapters;
 * applications use {@link JdbcStore#transactions()} and {@link JdbcStore#transaction}.
 */
public interface SqlTransaction {

    /**
     * Begins the transaction, or joins the current one. Called again after {@link #rollBack} if the claim has to start over.
     *
     * @return its connection to the database of the store, not in auto-commit mode
     * @throws StoreException if that fails
     */
    Connection begin();

    /**
     * Returns whether it began with this call and ends with it. If so, no second connection is used while it holds one, so that callers
     * can't wait for one another's connections, and a claim that collides with a concurrent transaction is tried again in a new one.
     */
    boolean isNew();

    /** Returns whether it commits although the work threw this exception. If so, a failure that is to be replayed is recorded inside. */
    boolean commitsAfter(Throwable thrown);

    /**
     * Returns why it can only be rolled back although it began with this call and the work has returned, such as a rollback-only mark;
     * {@code null} if no reason is known.
     */
    default @Nullable RuntimeException doomed() {
        return null;
    }

    /**
     * Commits it if it is new; otherwise leaves that to its owner. The caller gets any exception of a commit, unless the record shows that
     * it took place; the exception is then logged.
     */
    void commit();

    /** Returns whether a commit that threw has certainly rolled back. If not, its outcome is looked up in the table. */
    default boolean isRolledBack(RuntimeException thrownByCommit) {
        return false;
    }

    /**
     * Runs a task after a commit of a new transaction, while the connection of {@link #begin} is still open, if the framework supports
     * that. The task throws nothing.
     */
    default void afterCommit(Runnable task) {}

    /**
     * Rolls it back if it is new; otherwise leaves that to its owner.
     *
     * @param why what the work threw; {@code null} if it did not run
     */
    void rollBack(@Nullable Throwable why);

    /** Runs a task once the owner of a joined transaction has rolled it back, if the framework supports that. */
    default void afterRollback(Runnable task) {}
}
