package dev.semel.dynamodb;

import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.StoreException;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/**
 * Keeps records in the table of the idempotency utility of Powertools for AWS Lambda, in items that it reads and writes as well, so that a function
 * can move from the one to the other, and back, while records are in use. Safe for use by many threads; make one for a client and keep it.
 *
 * <p>An item has Powertools' attributes: {@code id}, {@code status}, {@code expiration} in seconds, {@code in_progress_expiration} in milliseconds,
 * {@code data} and {@code validation}; and Semel's own, which begin with {@code semel_} and which Powertools passes over: the owner's token and exact times.
 *
 * <ol>
 *   <li>A claim is a put on the condition that there is no such item. If the item that is there gives way, a second put replaces it, on the condition
 *       that none of the attributes has changed which either side changes with every write.
 *   <li>Every later write is an update on the condition that the item is in progress under the owner's token, in Powertools' terms and in Semel's. So what
 *       Powertools has completed in the meantime stays.
 *   <li>Values that are JSON are completed as Powertools does it. Anything that it has no form for (a stored failure, a result that could not be kept, another
 *       media type) looks to it like a call in progress, until the retention is over: it neither runs nor replays it.
 *   <li>A record that was released looks to it like a call whose time is over, and one that is held like one that never ends.
 * </ol>
 *
 * <p>Not guaranteed: what Powertools does without a condition. Its completion of a call that has lost its claim overwrites what is there, and its failure
 * deletes it, whoever's it is.
 *
 * <p>A record is where Powertools looks for it if its scope is empty, its operation is Powertools' name of the function and its handler, such as
 * {@code payments.handleRequest}, and its key is Powertools' hash; {@code LambdaGuard.powertoolsNames()} of {@code semel-lambda} sees to the last two. Others are kept
 * beside them under names of their own.
 */
public final class PowertoolsStore implements Store {
    private final Calls calls;
    private final Timing timing;
    private final PowertoolsItems items;
    private final PowertoolsClaims claims;
    private final PowertoolsWrites writes;
    private final PowertoolsPurge purge;
    private volatile boolean closed;

    PowertoolsStore(Wire wire, PowertoolsItems items, Timing timing) {
        this.calls = new Calls(wire);
        this.timing = timing;
        this.items = items;
        this.claims = new PowertoolsClaims(calls, items, timing);
        this.writes = new PowertoolsWrites(calls, items, timing);
        this.purge = new PowertoolsPurge(calls, items, timing);
    }

    /**
     * Through the application's own client.
     *
     * @param table the table that Powertools is configured with
     */
    public static PowertoolsStoreBuilder builder(DynamoDbClient client, String table) {
        Objects.requireNonNull(client, "client");
        return new PowertoolsStoreBuilder(() -> new BlockingWire(client, false), table);
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        ensureOpen();
        return claims.claim(request);
    }

    @Override
    public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
        ensureOpen();
        return writes.renew(id, token, terms);
    }

    @Override
    public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
        ensureOpen();
        return writes.settle(id, token, result, retention);
    }

    @Override
    public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
        ensureOpen();
        return writes.release(id, token, as, retention);
    }

    /** Strongly consistent. */
    @Override
    public Optional<StoredRecord> find(RecordId id) {
        ensureOpen();
        Moment now = timing.now();
        GetItemRequest request = GetItemRequest.builder()
                .tableName(items.table())
                .key(items.key(id))
                .consistentRead(true)
                .build();
        GetItemResponse found = calls.send("find a record", () -> calls.wire().get(request));
        Map<String, AttributeValue> attributes = found.hasItem() ? found.item() : Map.of();
        if (attributes.isEmpty()) {
            return Optional.empty();
        }
        Item item = items.read(id, attributes, now);
        return item.isOver(now)
                ? Optional.empty()
                : Optional.of(item.seenAs(id, now, PowertoolsItems.result(id, item)));
    }

    /**
     * Deletes by hand what the table's time to live, which Powertools asks for, would delete by itself. It reads the whole table: leave it to time to live where
     * you can. Needs the permissions {@code dynamodb:Scan} and {@code dynamodb:DeleteItem}.
     */
    @Override
    public int purge(int limit) {
        ensureOpen();
        if (limit < 1) {
            throw new IllegalArgumentException("limit is " + limit + "; it must be at least 1");
        }
        return purge.purge(limit);
    }

    /** Closes nothing: the client is the application's. */
    @Override
    public void close() {
        closed = true;
    }

    private void ensureOpen() {
        if (closed) {
            throw new StoreException("the store of Powertools' items was closed; open a new one", null);
        }
    }
}
