package dev.semel.dynamodb;

import dev.semel.session.Sessions;
import dev.semel.store.BrowsableStore;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.RecordState;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.StoreException;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/**
 * Keeps records in a table of Amazon DynamoDB, of their own or shared with other items. Safe for use by many threads; make one for a client
 * and keep it.
 *
 * <p>A record is one item, found by the digest of its identity. DynamoDB has no clock, so times are the application's, with an
 * {@linkplain DynamoDbStoreBuilder#skewAllowance allowance} for how far the clocks of its nodes are apart:
 *
 * <ol>
 *   <li>A claim is a put on the condition that there is no such item. What is there comes back with the refusal, and if it does not give way it
 *       is the answer. If it gives way (past its retention, released, abandoned, or one's own), a second put replaces it, on the condition that
 *       it is unchanged. A process that dies before its put leaves nothing; one that dies after it leaves a lease that runs out. If the
 *       reply is lost and the SDK sends the put again, the nonce in the item tells that it is the same claim.
 *   <li>Every later write is an update on the condition that the item is in progress under the owner's token. If the reply is lost, the item
 *       that comes back with the refusal tells that it was applied.
 *   <li>DynamoDB's time to live deletes what is long over. Nothing depends on when it does.
 * </ol>
 *
 * <p>So a new operation costs two requests and a replay one. An acknowledged write is on several machines' disks.
 */
public final class DynamoDbStore implements BrowsableStore {
    private final Calls calls;
    private final Layout layout;
    private final Items items;
    private final Timing timing;
    private final Bodies bodies;
    private final Claims claims;
    private final OwnerWrites writes;
    private final Transactions transactions;
    private volatile boolean closed;

    DynamoDbStore(Wire wire, Layout layout, Timing timing, Bodies bodies) {
        this.calls = new Calls(wire);
        this.layout = layout;
        this.items = new Items(layout, timing);
        this.timing = timing;
        this.bodies = bodies;
        this.claims = new Claims(calls, layout, timing, bodies);
        this.writes = new OwnerWrites(calls, layout, timing, bodies);
        this.transactions = new Transactions(calls, layout, items, writes);
    }

    /** Through the application's own client, in the table {@code semel_record}, with the defaults of {@link DynamoDbStoreBuilder}. */
    public static DynamoDbStore on(DynamoDbClient client) {
        return builder(client).build();
    }

    /** Through the application's own client, with a choice. */
    public static DynamoDbStoreBuilder builder(DynamoDbClient client) {
        Objects.requireNonNull(client, "client");
        return new DynamoDbStoreBuilder(() -> new BlockingWire(client, false));
    }

    /** Through the application's own asynchronous client, with a choice. The calling thread waits for each answer. */
    public static DynamoDbStoreBuilder builder(DynamoDbAsyncClient client) {
        Objects.requireNonNull(client, "client");
        return new DynamoDbStoreBuilder(() -> new AsyncWire(client));
    }

    /**
     * At an address, through a client that the store makes and closes: {@code dynamodb://REGION/TABLE}, or for another endpoint than Amazon's
     * {@code dynamodb://REGION/TABLE?endpoint=http://127.0.0.1:8000}. Needs one of the SDK's HTTP clients on the class path. Credentials come from
     * the SDK's usual places; an endpoint on this machine also gets made-up ones.
     *
     * @throws IllegalArgumentException if the address can't be read
     */
    public static DynamoDbStore open(String address) {
        return builder(address).build();
    }

    /** The same as {@link #open}, with a choice. */
    public static DynamoDbStoreBuilder builder(String address) {
        DynamoDbAddress parsed = DynamoDbAddress.of(address);
        return new DynamoDbStoreBuilder(() -> new BlockingWire(parsed.client().build(), true)).table(parsed.table());
    }

    /**
     * Returns the transactions of this table, for {@link dev.semel.Operation#in}: the record is settled in the {@code TransactWriteItems} that writes the
     * application's own items, so those are written exactly once. The work runs under a lease as always and says what to write; then all of it is written
     * together with the result, on the condition that the lease was not lost. An owner that was overtaken writes nothing at all.
     *
     * <p>If a condition of one of the writes does not hold, the call fails with {@code TransactionCanceledException}, whose reasons are in the order of the
     * writes. Nothing was written then, and this counts as the work's failure. What the work does beside its {@link Writes} can happen again if an owner
     * outlives its lease.
     */
    public Sessions<Writes> transactions() {
        return transactions;
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
                .tableName(layout.table())
                .key(layout.key(id))
                .consistentRead(true)
                .build();
        GetItemResponse found = calls.send("find a record", () -> calls.wire().get(request));
        if (!found.hasItem() || found.item().isEmpty()) {
            return Optional.empty();
        }
        Item item = items.read(id, found.item());
        if (item.isOver(now)) {
            return Optional.empty();
        }
        Result result = item.state().isSettled() ? bodies.read(id, item) : null;
        return Optional.of(item.seenAs(id, now, result));
    }

    /**
     * Deletes by hand what DynamoDB's time to live would delete by itself, for tables that do without it. It reads the whole table: leave it
     * to time to live where you can. Needs the permissions {@code dynamodb:Scan} and {@code dynamodb:DeleteItem}.
     */
    @Override
    public int purge(int limit) {
        ensureOpen();
        if (limit < 1) {
            throw new IllegalArgumentException("limit is " + limit + "; it must be at least 1");
        }
        return scans().purge(limit);
    }

    /** Reads the whole table, every time. Needs the permission {@code dynamodb:Scan}. */
    @Override
    public List<StoredRecord> browse(Query query) {
        ensureOpen();
        return scans().browse(query);
    }

    /** Reads the whole table, every time. Needs the permission {@code dynamodb:Scan}. */
    @Override
    public Map<RecordState, Long> countByState() {
        ensureOpen();
        return scans().countByState();
    }

    /** Closes the client if the store has made it, never one that was handed in. */
    @Override
    public void close() {
        closed = true;
        calls.wire().close();
    }

    /** Made where it is used: a function that has just been started has better things to do. */
    private Scans scans() {
        return new Scans(calls, layout, timing, bodies);
    }

    private void ensureOpen() {
        if (closed) {
            throw new StoreException("the DynamoDB store was closed; open a new one", null);
        }
    }
}
