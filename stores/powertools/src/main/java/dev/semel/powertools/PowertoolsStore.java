package dev.semel.powertools;

import dev.semel.StoreException;
import dev.semel.dynamodb.record.RecordClaims;
import dev.semel.dynamodb.wire.DynamoDbLink;
import dev.semel.skew.SkewedClock;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.time.Duration;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A store that keeps records in the table of the idempotency utility of Powertools for AWS Lambda, in items that both can read and write. So a
 * function can move from Powertools to Semel, and back, while records are in use. Safe for use by many threads; create one store per client and
 * reuse it.
 *
 * <p>An item has the attributes of Powertools: {@code id}, {@code status}, {@code expiration} in seconds, {@code in_progress_expiration} in
 * milliseconds, {@code data} and {@code validation}. Semel's own attributes begin with {@code semel_}, and Powertools ignores them. They hold the
 * owner's token and exact times.
 *
 * <ol>
 *   <li>A claim is a put on the condition that there is no such item. If there is one that can be replaced, a second put replaces it. Its condition
 *       compares attributes of which every write of either side changes one.
 *   <li>Every later write is an update on the condition that the item is in progress under the owner's token, in the attributes of both sides. So
 *       what Powertools has completed in the meantime remains.
 *   <li>Values that are JSON are completed as Powertools completes them. Results that Powertools has no form for (a stored failure, a tombstone,
 *       another media type) look to it like a call in progress until the retention ends: it neither runs nor replays them.
 *   <li>A released record looks to Powertools like a call whose time has expired, and a held one like a call that never ends.
 * </ol>
 *
 * <p>Not guaranteed: what Powertools writes without a condition. When a call of Powertools has lost its claim, its completion overwrites the item
 * and its failure deletes it, also if another call owns it.
 *
 * <p>Powertools finds a record if its scope is empty, its operation is Powertools' name of the function and its handler, such as {@code
 * payments.handleRequest}, and its key is Powertools' hash. {@code LambdaGuard.powertoolsNames()} of {@code semel-lambda} takes care of the last
 * two. Other records are kept in the same table under names that Powertools never uses.
 */
public final class PowertoolsStore implements Store {
    private final RecordClaims claims;
    private final PowertoolsWrites writes;
    private final PowertoolsPurge purge;
    private volatile boolean closed;

    PowertoolsStore(DynamoDbLink link, PowertoolsItems items, SkewedClock clock) {
        this.claims = new RecordClaims(link, clock, items);
        this.writes = new PowertoolsWrites(link, items, clock);
        this.purge = new PowertoolsPurge(link, items, clock);
    }

    /**
     * Returns a builder for a store on the application's client, which the store never closes.
     *
     * @param table the table that Powertools is configured with
     */
    public static PowertoolsStoreBuilder builder(DynamoDbClient client, String table) {
        return new PowertoolsStoreBuilder(DynamoDbLink.of(client), table);
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
     * Deletes expired records. It scans the whole table, so prefer the table's time to live, which Powertools asks for. Needs the permissions
     * {@code dynamodb:Scan} and {@code dynamodb:DeleteItem}.
     */
    @Override
    public int purge(int limit) {
        ensureOpen();
        if (limit < 1) {
            throw new IllegalArgumentException("limit is " + limit + "; must be at least 1");
        }
        return purge.purge(limit);
    }

    /** Refuses all further calls. The client belongs to the application and stays open. */
    @Override
    public void close() {
        closed = true;
    }

    private void ensureOpen() {
        if (closed) {
            throw new StoreException("the store of Powertools' items is closed; open a new one", null);
        }
    }
}
