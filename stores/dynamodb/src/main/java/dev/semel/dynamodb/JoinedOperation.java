package dev.semel.dynamodb;

import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Recording;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An operation whose record is settled in the transaction that writes the application's own items: those are written exactly once. The work
 * runs under a lease as always and says what to write; then one {@code TransactWriteItems} writes all of it together with the result, on the
 * condition that the lease was not lost. An owner that was overtaken writes nothing at all. Immutable and safe for use by many threads; made
 * by {@link DynamoDbStore#transactional}.
 *
 * <p>What the work does beside its {@link Writes} is as it is in leased mode: it can happen again if an owner outlives its lease.
 *
 * @param <T> the type of the result
 */
public final class JoinedOperation<T extends @Nullable Object> {
    private final Transactions transactions;
    private final Operation<T> operation;
    private final Recording<T> recording;

    JoinedOperation(Transactions transactions, Operation<T> operation) {
        this.transactions = transactions;
        this.operation = operation;
        this.recording = operation.recording();
    }

    /** The same operation on behalf of somebody; see {@link Operation#inScope}. */
    public JoinedOperation<T> inScope(String name) {
        return new JoinedOperation<>(transactions, operation.inScope(name));
    }

    /**
     * Runs the work, and writes what it wants to write together with its result.
     *
     * @param key names the logical request; {@code null} and empty mean none
     * @param request what is asked for; a call with the same key and another request is refused
     * @throws X what the work throws, as it is; nothing was written
     * @throws software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException if a condition of one of the writes did not hold; its
     *     reasons are in the order of the writes. Nothing was written, and this counts as the work's failure
     * @throws dev.semel.RefusedException if there is no value, with the facts of the record
     * @throws dev.semel.store.ResultTooLargeException if the result can't be kept; nothing was written
     * @throws dev.semel.store.StoreException if DynamoDB fails or the lease was lost: nothing took effect, or it is not known; in both cases call
     *     again with the same key
     */
    public <X extends Exception> T once(@Nullable String key, @Nullable Object request, JoinedWork<T, X> work)
            throws X {
        return attempt(key, request, work).orThrow();
    }

    /** The same, with what became of it instead of {@link dev.semel.RefusedException}. */
    public <X extends Exception> Outcome<T> attempt(
            @Nullable String key, @Nullable Object request, JoinedWork<T, X> work) throws X {
        Objects.requireNonNull(work, "work");
        return operation.attempt(key, request, context -> {
            Writes writes = new Writes(context);
            T value = work.run(writes);
            transactions.commit(recording, writes, value);
            return value;
        });
    }
}
