package dev.semel.dynamodb;

import dev.semel.Fingerprint;
import dev.semel.session.Session;
import dev.semel.session.Sessions;
import dev.semel.session.Terms;
import dev.semel.store.Backoff;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.StoreException;
import dev.semel.store.Token;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Settlements that are joined with the application's items:
 *
 * <ol>
 *   <li>The work has returned under a live or a lost lease; nothing is written yet. A process that dies here leaves a lease that runs out.
 *   <li>One transaction writes the items, and the settlement on the condition that the record is in progress under this attempt's token. A process
 *       that dies before it leaves nothing of both, one that dies after it leaves both.
 *   <li>If the reply is lost the same transaction is sent again. DynamoDB knows it for ten minutes by its request token and says that it was applied;
 *       after that the condition does not hold any more, and the item that is handed out shows this attempt's own settlement.
 *   <li>If it can't be found out, the caller is told, and the engine gives the record back: which is refused if the transaction was applied. If it
 *       was not and arrives after the next claim, its condition does not hold.
 * </ol>
 */
final class Transactions implements Sessions<Writes> {
    private static final int TRIES = 4;
    private static final Set<String> PASSING =
            Set.of("TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded", "RequestLimitExceeded");

    private final Calls calls;
    private final Layout layout;
    private final Items items;
    private final OwnerWrites writes;

    Transactions(Calls calls, Layout layout, Items items, OwnerWrites writes) {
        this.calls = calls;
        this.layout = layout;
        this.items = items;
        this.writes = writes;
    }

    @Override
    public Session<Writes> open(Terms terms) {
        return new WritesSession(this, terms);
    }

    @Override
    public boolean holdByTransaction() {
        return false;
    }

    /** Writes items without a record. */
    void write(List<TransactWriteItem> wanted) {
        send(wanted, UUID.randomUUID().toString(), null);
    }

    /** Writes items together with the settlement of the record that is held under a token. */
    void settle(List<TransactWriteItem> wanted, RecordId id, Token token, Result result, Duration retention) {
        Owner owner = new Owner(id, token);
        Change settlement = writes.settlement(id, token, result, retention);
        // The record's comes last, so that the reasons of a refusal are in the order of the application's items.
        List<TransactWriteItem> all = new ArrayList<>(wanted);
        all.add(TransactWriteItem.builder()
                .update(settlement.inTransaction(layout.table()))
                .build());
        send(all, requestToken(owner), owner);
    }

    private record Owner(RecordId id, Token token) {}

    /** The same for every sending of one attempt, and for no other. */
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

    private void send(List<TransactWriteItem> all, String requestToken, @Nullable Owner owner) {
        TransactWriteItemsRequest request = TransactWriteItemsRequest.builder()
                .transactItems(all)
                .clientRequestToken(requestToken)
                .build();
        Backoff failing = Backoff.forFailures();
        for (int tried = 1; ; tried++) {
            try {
                calls.wire().write(request);
                return;
            } catch (TransactionCanceledException e) {
                if (owner != null && isApplied(owner, e)) {
                    return;
                }
                if (!isPassing(e)) {
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
     * Whether the record says that this very settlement was applied.
     *
     * @throws StoreException if the lease is lost
     */
    private boolean isApplied(Owner owner, TransactionCanceledException refusal) {
        List<CancellationReason> reasons = refusal.cancellationReasons();
        if (reasons.isEmpty()) {
            return false;
        }
        CancellationReason last = reasons.get(reasons.size() - 1);
        if (!"ConditionalCheckFailed".equals(last.code())) {
            return false;
        }
        if (last.hasItem() && OwnerWrites.isSettledBy(items.read(owner.id, last.item()), owner.token)) {
            return true;
        }
        throw new StoreException(
                "the transaction of " + owner.id + " was refused, and nothing of it was written: "
                        + (last.hasItem()
                                ? "another call has taken over its record; call again with the same key"
                                : "its record is not in the table " + layout.table()
                                        + ". If it was deleted meanwhile, call again with the same key; if it never was"
                                        + " there, build the operation on the store that made it transactional"),
                refusal);
    }

    /** Whether it failed because of others at the same moment, and of nothing else that is known. */
    private static boolean isPassing(TransactionCanceledException e) {
        return e.cancellationReasons().stream()
                .map(CancellationReason::code)
                .allMatch(code -> code == null || code.equals("None") || PASSING.contains(code));
    }

    /** Whether the application asks for something that DynamoDB never does, such as two writes of one item. */
    private static boolean isInvalid(RuntimeException e) {
        return e instanceof DynamoDbException answer && Table.isInvalid(answer);
    }

    /** About the moment, so no failure of the work's that a policy might keep. */
    private static StoreException prevented(TransactionCanceledException cause) {
        return new StoreException(
                "the transaction was not applied, since others had its items or there was no capacity for it, and nothing was"
                        + " written: call again with the same key",
                cause);
    }

    private static StoreException unknown(RuntimeException cause) {
        return new StoreException(
                "the transaction failed; if it was not applied nothing took effect, and if it was its result is replayed: call"
                        + " again with the same key",
                cause);
    }
}
