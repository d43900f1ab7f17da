package dev.semel.jdbc;

import dev.semel.store.StoreException;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that a framework or the caller manages, for one call of an operation. Used by one thread. For authors of adapters; an application uses
 * {@link JdbcStore#transactions()} and {@link JdbcStore#transaction}.
 */
public interface SqlTransaction {

    /**
     * Begins the transaction, or joins the one that is there. Called again after {@link #rollBack} if the claim has to start over.
     *
     * @return its connection, not in auto-commit mode, and to the database of the store
     * @throws StoreException if that fails
     */
    Connection begin();

    /**
     * Returns whether it began with this call and ends with it. Then nothing is looked up on a second connection while it holds one, so that callers
     * can't wait for one another's connections, and a claim that fails because of others is tried again in a new one.
     */
    boolean isNew();

    /** Returns whether it is committed although the work threw this. Then a failure that is to be replayed is recorded inside. */
    boolean commitsAfter(Throwable thrown);

    /**
     * Returns why it can only be rolled back although it began with this call and its work has returned, such as a mark of the application's. {@code
     * null} if it can be committed, as far as is known.
     */
    default @Nullable RuntimeException doomed() {
        return null;
    }

    /** Commits it if it is new; otherwise leaves it to its owner. What this throws, the caller gets unless the record shows that it took place. */
    void commit();

    /**
     * Rolls it back if it is new; otherwise its owner has to.
     *
     * @param why what the work threw; {@code null} if it did not run
     */
    void rollBack(@Nullable Throwable why);

    /** Runs a task once the transaction that was joined has been rolled back by its owner, if that can be arranged. */
    default void afterRollback(Runnable task) {}
}
