package dev.semel.jdbc;

import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Recording;
import dev.semel.store.RecordId;
import dev.semel.store.StoreException;
import java.sql.Connection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An operation whose record commits together with its business rows, in one transaction of one database: it takes effect exactly once. A
 * crash before the commit leaves neither, one after it leaves both. There is no lease: the database's own lock on the record is it, and it is
 * gone when the transaction is, however that ends. Immutable and safe for use by many threads; made by {@link JdbcStore#transactional}.
 *
 * <p>While the first call's transaction runs, a duplicate waits for it as long as {@code whileRunning} says, holding its connection, or is
 * refused at once. After the commit it replays. After a rollback it runs.
 *
 * <p>A call without a commit in between (the connection was lost) is safe to send again with the same key: if the transaction was committed
 * it replays, otherwise it runs.
 *
 * @param <T> the type of the result
 */
public final class TransactionalOperation<T extends @Nullable Object> {
    private final Transactions transactions;
    private final Operation<T> operation;
    private final Recording<T> recording;

    TransactionalOperation(Transactions transactions, Operation<T> operation) {
        this.transactions = transactions;
        this.operation = operation;
        this.recording = operation.recording();
    }

    /** The same operation on behalf of somebody; see {@link Operation#inScope}. */
    public TransactionalOperation<T> inScope(String name) {
        return new TransactionalOperation<>(transactions, operation.inScope(name));
    }

    /**
     * Opens a transaction on the store's own pool, runs the work in it, records the result, and commits. If the work throws, all is rolled
     * back; a failure that is to be replayed is stored before the caller gets it, in the same transaction if that is still there.
     *
     * @param key names the logical request; {@code null} and empty mean none
     * @param request what is asked for; a call with the same key and another request is refused
     * @throws X what the work throws, as it is
     * @throws dev.semel.RefusedException if there is no value, with the facts of the record
     * @throws StoreException if the database fails: nothing took effect, or it is not known; in both cases call again with the same key. The cause is
     *     what the work threw if that is to be replayed and could not be stored
     */
    public <X extends Exception> T once(@Nullable String key, @Nullable Object request, SqlWork<T, X> work) throws X {
        return attempt(key, request, work).orThrow();
    }

    /** The same, with what became of it instead of {@link dev.semel.RefusedException}. */
    public <X extends Exception> Outcome<T> attempt(@Nullable String key, @Nullable Object request, SqlWork<T, X> work)
            throws X {
        return operation.in(transactions.own()).attempt(key, request, context -> work.run(context.connection()));
    }

    /**
     * Runs the work in the caller's transaction, which the caller commits or rolls back afterwards. If this throws, roll back. Nothing has
     * taken effect before the commit, and the listeners are told before it.
     *
     * <p>A failure that is to be replayed can't be stored in a transaction that is rolled back: call {@link #recordFailure} after the rollback.
     *
     * @param connection not in auto-commit mode, and to the database of the store
     * @throws IllegalStateException if the connection is in auto-commit mode, or the work has ended the transaction
     */
    public <X extends Exception> T once(
            Connection connection, @Nullable String key, @Nullable Object request, SqlWork<T, X> work) throws X {
        return attempt(connection, key, request, work).orThrow();
    }

    /** The same, with what became of it instead of {@link dev.semel.RefusedException}. */
    public <X extends Exception> Outcome<T> attempt(
            Connection connection, @Nullable String key, @Nullable Object request, SqlWork<T, X> work) throws X {
        return operation
                .in(transactions.of(connection))
                .attempt(key, request, context -> work.run(context.connection()));
    }

    /**
     * The same in a transaction of which more is known, and with work that wants to know about its attempt.
     *
     * @throws BeginAgainException if the transaction is new and another try may succeed; the work has not run
     */
    public <X extends Exception> Outcome<T> attempt(
            BegunTransaction transaction, @Nullable String key, @Nullable Object request, SqlWork.InContext<T, X> work)
            throws X {
        Optional<RecordId> id = recording.id(key);
        if (id.isEmpty()) {
            return new Outcome.Unprotected<>(work.run(transaction.connection(), recording.contextWithoutKey()));
        }
        return new CallersTransaction<>(transactions, recording, transactions.call(recording, id.get(), request))
                .run(transaction, work);
    }

    /**
     * Stores a failure after the caller's transaction was rolled back, in a transaction of its own, if the policy is to replay it and no other
     * call has run since.
     *
     * @return whether it is stored; false if another call has run or is running, or if it is not to be replayed
     * @throws dev.semel.store.StoreException if the database fails; call again
     * @throws dev.semel.store.ResultTooLargeException if it never can be stored
     */
    public boolean recordFailure(@Nullable String key, @Nullable Object request, Throwable failure) {
        Optional<RecordId> id = recording.id(key);
        if (id.isEmpty()) {
            return false;
        }
        return transactions
                .failure(recording, failure)
                .map(settlement -> transactions.record(transactions.call(recording, id.get(), request), settlement))
                .orElse(false);
    }

    /** Whether a failure of the work is one that is to be recorded and replayed. */
    public boolean replays(Throwable failure) {
        return recording.replays(failure);
    }

    /** Tells the listeners and the log that a transaction for this operation could not be begun. */
    public void storeFailed(StoreException failure) {
        recording.storeFailed(failure);
    }
}
