package dev.semel.dynamodb.record;

import dev.semel.Fingerprint;
import dev.semel.StoreException;
import dev.semel.dynamodb.wire.ConditionalUpdate;
import dev.semel.dynamodb.wire.DynamoDbLink;
import dev.semel.dynamodb.wire.Refusals;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.Token;
import dev.semel.time.Backoff;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Transactions that write the application's items together with the settlement of a record:
 *
 * <ol>
 *   <li>The work has returned under a live or a lost lease; nothing is written yet. A process that dies here leaves a lease that expires.
 *   <li>One transaction writes the items, and the settlement on the condition that the record is in progress under this attempt's token. A process
 *       that dies before it leaves neither; one that dies after it leaves both.
 *   <li>If the reply is lost, the same transaction is sent again. For ten minutes DynamoDB recognises it by its request token and confirms it.
 *       After that its condition does not hold, and the item that comes with the refusal shows this attempt's own settlement.
 *   <li>If the outcome stays unknown, the caller gets an exception, and the engine releases the record. DynamoDB refuses the release if the
 *       transaction was applied. A transaction that arrives after the next claim is refused by its condition.
 * </ol>
 */
public final class WriteTransactions {
    private static final int TRIES = 4;

    private final DynamoDbLink link;
    private final ItemCodec items;
    private final OwnerWrites writes;

    /** Settles records of this form by these writes. */
    public WriteTransactions(DynamoDbLink link, ItemCodec items, OwnerWrites writes) {
        this.link = link;
        this.items = items;
        this.writes = writes;
    }

    /** Writes items without a record. */
    public void write(List<TransactWriteItem> wanted) {
        send(wanted, UUID.randomUUID().toString(), null);
    }

    /**
     * Writes items together with the settlement of the record that is held under a token, or nothing if another owner has it.
     *
     * @throws TransactionCanceledException if the condition of one of the items did not hold; nothing was written
     * @throws StoreException if the record is gone, or the outcome is unknown
     */
    public OwnerWrite settle(
            List<TransactWriteItem> wanted, RecordId id, Token token, Result result, Duration retention) {
        Owner owner = new Owner(id, token);
        ConditionalUpdate settlement = writes.settlement(id, token, result, retention);
        // The record's item comes last, so that the reasons of a refusal are in the order of the application's items.
        List<TransactWriteItem> all = new ArrayList<>(wanted);
        all.add(TransactWriteItem.builder()
                .update(settlement.inTransaction(items.table()))
                .build());
        return send(all, requestToken(owner), owner);
    }

    private record Owner(RecordId id, Token token) {}

    /** Returns a token that is the same each time an attempt sends its transaction, and different for every other attempt. */
    private static String requestToken(Owner owner) {
        Fingerprint all = Fingerprint.ofParts(
                "semel.transaction",
                owner.id.operation(),
                owner.id.scope(),
                owner.id.key(),
                Long.toString(owner.token.epoch()),
                owner.token.nonce().toString());
        ByteBuffer bytes = ByteBuffer.wrap(all.bytes());
        return new UUID(bytes.getLong(), bytes.getLong()).toString();
    }

    private OwnerWrite send(List<TransactWriteItem> all, String requestToken, @Nullable Owner owner) {
        TransactWriteItemsRequest request = TransactWriteItemsRequest.builder()
                .transactItems(all)
                .clientRequestToken(requestToken)
                .build();
        Backoff failing = Backoff.forFailures();
        for (int tried = 1; ; tried++) {
            try {
                link.requests().write(request);
                return OwnerWrite.APPLIED;
            } catch (TransactionCanceledException e) {
                OwnerWrite known = owner == null ? null : outcome(owner, e);
                if (known != null) {
                    return known;
                }
                if (!Refusals.isPassing(e)) {
                    throw e;
                }
                if (tried == TRIES) {
                    throw prevented(e);
                }
            } catch (RuntimeException e) {
                if (isInvalid(e)) {
                    throw e;
                }
                if (tried == TRIES) {
                    throw unknown(e);
                }
            }
            failing.pause();
        }
    }

    /**
     * Returns what the record's item shows: this very settlement, or that of another owner; {@code null} if the refusal is not about the record.
     *
     * @throws StoreException if the record is gone
     */
    private @Nullable OwnerWrite outcome(Owner owner, TransactionCanceledException refusal) {
        List<CancellationReason> reasons = refusal.cancellationReasons();
        if (reasons.isEmpty()) {
            return null;
        }
        CancellationReason last = reasons.get(reasons.size() - 1);
        if (!"ConditionalCheckFailed".equals(last.code())) {
            return null;
        }
        if (last.hasItem()) {
            boolean own = OwnerWrites.isSettledBy(items.read(owner.id, last.item()), owner.token);
            return own ? OwnerWrite.APPLIED : OwnerWrite.LEASE_LOST;
        }
        throw new StoreException(
                "the transaction of " + owner.id
                        + " was refused, and nothing was written: its record is not in the table " + items.table()
                        + ". If it was deleted in the meantime, call again with the same key. If it never"
                        + " was in this table, build the operation on the store whose transactions it uses",
                refusal);
    }

    /** Returns whether DynamoDB can never apply the transaction, for example because it writes an item twice. */
    private static boolean isInvalid(RuntimeException e) {
        return e instanceof DynamoDbException answer && Refusals.isInvalid(answer);
    }

    /** A StoreException, so that no policy stores this passing failure as the work's. */
    private static StoreException prevented(TransactionCanceledException cause) {
        return new StoreException(
                "the transaction was refused, since other transactions held its items or capacity was short; nothing was written:"
                        + " call again with the same key",
                cause);
    }

    private static StoreException unknown(RuntimeException cause) {
        return new StoreException(
                "the outcome of the transaction is unknown: call again with the same key; if it was applied, its result is"
                        + " replayed, and if not, nothing took effect",
                cause);
    }
}
