package dev.semel.dynamodb;

import dev.semel.RecordState;
import dev.semel.StoreException;
import dev.semel.dynamodb.record.ItemCodec;
import dev.semel.dynamodb.record.OwnerWrites;
import dev.semel.dynamodb.record.RecordClaims;
import dev.semel.dynamodb.record.SkewedClock;
import dev.semel.dynamodb.record.TableScans;
import dev.semel.dynamodb.record.WriteTransactions;
import dev.semel.dynamodb.wire.DynamoDbLink;
import dev.semel.session.Sessions;
import dev.semel.store.BrowsableStore;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A store that keeps records in a table of Amazon DynamoDB, which may be shared with other items. Safe for use by many threads; create one
 * store per client and reuse it.
 *
 * <p>A record is one item, found by the digest of its identity. DynamoDB has no clock that a condition could use, so the application's clock
 * decides, with an {@linkplain DynamoDbStoreBuilder#skewAllowance allowance} for how far the clocks of its nodes may be apart:
 *
 * <ol>
 *   <li>A claim is a put on the condition that there is no such item. If there is one, DynamoDB returns it with the refusal. It is the answer,
 *       unless it can be replaced: it is past its retention, released or abandoned, or this claim wrote it. Then a second put replaces it, on the
 *       condition that it is unchanged. A process that dies before its put leaves nothing; one that dies after it leaves a lease that expires. If
 *       the reply is lost and the SDK sends the put again, the nonce in the item identifies the claim.
 *   <li>Every later write is an update on the condition that the item is in progress under the owner's token. If the reply is lost, the item
 *       that DynamoDB returns with the refusal shows that the write was applied.
 *   <li>DynamoDB's time to live deletes expired items. No guarantee depends on when it does.
 * </ol>
 *
 * <p>A new operation costs two requests, and a replay one. An acknowledged write is as durable as DynamoDB's.
 */
public final class DynamoDbStore implements BrowsableStore {
    private final DynamoDbLink link;
    private final ItemCodec items;
    private final RecordClaims claims;
    private final OwnerWrites writes;
    private final Sessions<Writes> transactions;
    private volatile boolean closed;

    DynamoDbStore(DynamoDbLink link, ItemCodec items, SkewedClock clock) {
        this.link = link;
        this.items = items;
        this.claims = new RecordClaims(link, clock, items);
        this.writes = new OwnerWrites(link, items);
        this.transactions = new WritesSessions(new WriteTransactions(link, items, writes));
    }

    /**
     * Opens a store on the application's client, in the table {@code semel_record}, with the defaults of {@link DynamoDbStoreBuilder}. The store
     * never closes the client.
     *
     * @throws StoreException if the table can't be reached or has other keys
     */
    public static DynamoDbStore on(DynamoDbClient client) {
        return builder(client).build();
    }

    /** Returns a builder for a store on the application's client, which the store never closes. */
    public static DynamoDbStoreBuilder builder(DynamoDbClient client) {
        Objects.requireNonNull(client, "client");
        return new DynamoDbStoreBuilder(() -> DynamoDbLink.of(client));
    }

    /**
     * Returns a builder for a store on the application's asynchronous client, which the store never closes. The calling thread waits for each
     * answer.
     */
    public static DynamoDbStoreBuilder builder(DynamoDbAsyncClient client) {
        Objects.requireNonNull(client, "client");
        return new DynamoDbStoreBuilder(() -> DynamoDbLink.of(client));
    }

    /**
     * Opens a store at an address, with the defaults of {@link DynamoDbStoreBuilder}. An address is {@code dynamodb://REGION/TABLE}, or for an
     * endpoint other than Amazon's {@code dynamodb://REGION/TABLE?endpoint=http://127.0.0.1:8000}. The store creates its own client, which needs one
     * of the SDK's HTTP clients on the class path, and closes it. The SDK finds credentials as usual; an endpoint on this machine needs none.
     *
     * @throws IllegalArgumentException if the address can't be parsed
     * @throws StoreException if the table can't be reached or has other keys
     */
    public static DynamoDbStore at(String address) {
        return builder(address).build();
    }

    /**
     * Returns a builder for a store at an address as in {@link #at}. Each store creates its own client and closes it.
     *
     * @throws IllegalArgumentException if the address can't be parsed
     */
    public static DynamoDbStoreBuilder builder(String address) {
        DynamoDbAddress parsed = DynamoDbAddress.of(address);
        return new DynamoDbStoreBuilder(
                        () -> DynamoDbLink.owning(parsed.client().build()))
                .table(parsed.table());
    }

    /**
     * Returns the transactions of this table, for {@link dev.semel.Operation#in}. The work runs under a lease and collects {@link Writes}. Then
     * one {@code TransactWriteItems} writes them and settles the record, on the condition that the lease is not lost. So the writes take effect
     * exactly once, and an owner that was overtaken writes nothing. Other effects of the work can happen again if an owner outlives its lease.
     *
     * <p>If the condition of one of the writes does not hold, nothing is written, and the call fails with {@code TransactionCanceledException},
     * whose reasons are in the order of the writes. This counts as a failure of the work.
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

    /**
     * {@inheritDoc}
     *
     * <p>The read is strongly consistent.
     */
    @Override
    public Optional<StoredRecord> find(RecordId id) {
        ensureOpen();
        return claims.find(id);
    }

    /**
     * Deletes expired records of a table without time to live. It scans the whole table, so prefer time to live. Needs the permissions
     * {@code dynamodb:Scan} and {@code dynamodb:DeleteItem}.
     */
    @Override
    public int purge(int limit) {
        ensureOpen();
        if (limit < 1) {
            throw new IllegalArgumentException("limit is " + limit + "; must be at least 1");
        }
        return scans().purge(limit);
    }

    /**
     * {@inheritDoc}
     *
     * <p>Scans the whole table, even for a small page. Needs the permission {@code dynamodb:Scan}.
     */
    @Override
    public List<StoredRecord> browse(Query query) {
        ensureOpen();
        return scans().browse(query);
    }

    /**
     * {@inheritDoc}
     *
     * <p>Scans the whole table. Needs the permission {@code dynamodb:Scan}.
     */
    @Override
    public Map<RecordState, Long> countByState() {
        ensureOpen();
        return scans().countByState();
    }

    /** Closes the client if the store has created it. May be called repeatedly. */
    @Override
    public void close() {
        closed = true;
        link.close();
    }

    /** Created at each use, since it would lengthen each cold start. */
    private TableScans scans() {
        return new TableScans(link, items);
    }

    private void ensureOpen() {
        if (closed) {
            throw new StoreException("the DynamoDB store is closed; open a new one", null);
        }
    }
}
