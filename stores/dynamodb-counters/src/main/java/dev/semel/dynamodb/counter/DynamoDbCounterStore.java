package dev.semel.dynamodb.counter;

import dev.semel.StoreException;
import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountChange;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.CounterStore;
import dev.semel.counter.store.Counting;
import dev.semel.counter.store.StoredCount;
import dev.semel.dynamodb.DynamoDbAddress;
import dev.semel.dynamodb.wire.DynamoDbLink;
import dev.semel.dynamodb.wire.DynamoDbTable;
import dev.semel.dynamodb.wire.TableKeys;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * A store that keeps counts in a table of Amazon DynamoDB, which may be the one of the records. Safe for use by many threads; create one
 * store per client and reuse it.
 *
 * <p>A count is one item. A plain addition is a conditional update:
 *
 * <ol>
 *   <li>Add, if the stored window is this one or a newer one, and the sum fits the limit. This is the one request of the common case. If
 *       DynamoDB refuses it, it returns the item, which shows why.
 *   <li>If there is no item, create it on the condition that there still is none. If its window is older, start again on the condition that it
 *       still is older. A call that loses this race finds the new item and adds to it. No reset is unconditional.
 *   <li>If the reply is lost, it is unknown whether the call was counted, and a {@link StoreException} reports this. The SDK never repeats such
 *       an update, whatever the client's retry strategy. A repetition by a proxy is refused by the nonce in the item, unless another call has
 *       counted in between.
 * </ol>
 *
 * <p>Several counters together, or a call with a key, take a read and a transaction: see {@link CountTransactions}. DynamoDB's time to live
 * deletes expired counts; no guarantee depends on when it does. An acknowledged count is as durable as DynamoDB's writes.
 */
public final class DynamoDbCounterStore implements CounterStore {
    private static final int TRIES = 60;

    private final DynamoDbLink link;
    private final CountItems items;
    private final CountTransactions transactions;
    private final CountPurge purge;
    private volatile boolean closed;

    private DynamoDbCounterStore(Builder builder) {
        this.link = builder.link;
        this.items = new CountItems(builder.table, builder.partitionKey, InstantSource.system());
        this.transactions = new CountTransactions(link.requests(), items);
        this.purge = new CountPurge(link, items);
    }

    /**
     * Opens a store on the application's client, in the table {@code semel_counter}, with the defaults of {@link Builder}. The store never closes
     * the client.
     *
     * @throws StoreException if the table can't be reached or has other keys
     */
    public static DynamoDbCounterStore on(DynamoDbClient client) {
        return builder(client).build();
    }

    /** Returns a builder for a store on the application's client, which the store never closes. */
    public static Builder builder(DynamoDbClient client) {
        return new Builder(DynamoDbLink.of(client));
    }

    /**
     * Returns a builder for a store on the application's asynchronous client, which the store never closes. The calling thread waits for each
     * answer.
     */
    public static Builder builder(DynamoDbAsyncClient client) {
        return new Builder(DynamoDbLink.of(client));
    }

    /**
     * Returns a builder for a store at an address as in {@link DynamoDbAddress}. The store creates its own client and closes it.
     *
     * @throws IllegalArgumentException if the address can't be parsed
     */
    public static Builder builder(String address) {
        DynamoDbAddress parsed = DynamoDbAddress.of(address);
        return new Builder(DynamoDbLink.owning(parsed.client().build())).table(parsed.table());
    }

    @Override
    public CountResult apply(CountCall call) {
        ensureOpen();
        return call.once() == null && call.changes().size() == 1
                ? add(call, call.changes().get(0))
                : transactions.apply(call);
    }

    @Override
    public void takeBack(CountCall call) {
        ensureOpen();
        transactions.takeBack(call);
    }

    private CountResult add(CountCall call, CountChange change) {
        CountUpdate update = new CountUpdate(items, call, change);
        UpdateItemRequest next = update.first();
        for (int tried = 1; tried <= TRIES; tried++) {
            UpdateItemRequest request = next;
            Map<String, AttributeValue> found;
            try {
                StoredCount count =
                        CountItems.read(CountRequests.send(() -> link.requests().update(request))
                                .attributes());
                return applied(Objects.requireNonNull(count, "an update returns the new item"));
            } catch (ConditionalCheckFailedException e) {
                found = e.hasItem() ? e.item() : Map.of();
            }
            StoredCount stored = CountItems.read(found);
            if (stored != null && CountItems.isBy(call.nonce(), found)) {
                return applied(stored);
            }
            CountResult refused = refused(stored, change);
            if (refused != null) {
                return refused;
            }
            next = update.knowing(stored);
        }
        throw new StoreException(
                "other calls changed the count " + TRIES + " times in a row; nothing was counted: try again later",
                null);
    }

    private static CountResult applied(StoredCount count) {
        return new CountResult.Applied(List.of(count), false);
    }

    private static @Nullable CountResult refused(@Nullable StoredCount stored, CountChange change) {
        StoredCount before = Counting.before(stored, change);
        if (before == null) {
            return new CountResult.UnknownSubject(0);
        }
        return Counting.fits(before, change) ? null : new CountResult.OverLimit(0, List.of(before));
    }

    /**
     * {@inheritDoc}
     *
     * <p>The read is strongly consistent.
     */
    @Override
    public Optional<StoredCount> find(CounterId id) {
        ensureOpen();
        GetItemRequest request = GetItemRequest.builder()
                .tableName(items.table())
                .key(items.key(id))
                .consistentRead(true)
                .build();
        GetItemResponse found = link.send("find a count", () -> link.requests().get(request));
        return Optional.ofNullable(CountItems.read(found.hasItem() ? found.item() : Map.of()));
    }

    /**
     * Deletes expired counts of a table without time to live. It scans the whole table, so prefer time to live. Needs the permissions
     * {@code dynamodb:Scan} and {@code dynamodb:DeleteItem}.
     */
    @Override
    public int purge(Instant now, int limit) {
        ensureOpen();
        if (limit < 1) {
            throw new IllegalArgumentException("limit is " + limit + "; must be at least 1");
        }
        return purge.purge(now, limit);
    }

    private void ensureOpen() {
        if (closed) {
            throw new StoreException("the DynamoDB store for counts is closed; open a new one", null);
        }
    }

    /** Closes the client if the store has created it. May be called repeatedly. */
    @Override
    public void close() {
        closed = true;
        link.close();
    }

    /** Configures and builds a {@link DynamoDbCounterStore}. Not safe for use by many threads. */
    public static final class Builder {
        private final DynamoDbLink link;
        private String table = "semel_counter";
        private String partitionKey = "id";
        private boolean checkTable = true;
        private boolean createTable;

        private Builder(DynamoDbLink link) {
            this.link = link;
        }

        /**
         * Sets the table, by its name or its ARN; it may be the one of the records. Defaults to the table in the address, or to
         * {@code semel_counter}.
         */
        public Builder table(String name) {
            table = Objects.requireNonNull(name, "name");
            return this;
        }

        /**
         * Sets the name of the table's partition key, whose type must be S. The table must have no sort key. Defaults to {@code id}.
         */
        public Builder partitionKey(String name) {
            partitionKey = Objects.requireNonNull(name, "name");
            return this;
        }

        /** Sets whether to check the table when the store is built, by reading an item that never exists. Defaults to true. */
        public Builder checkTable(boolean choice) {
            checkTable = choice;
            return this;
        }

        /**
         * Sets whether to create the table if it does not exist, with payment by request and time to live. Defaults to false; for development.
         */
        public Builder createTable(boolean choice) {
            createTable = choice;
            return this;
        }

        /**
         * Checks the settings and the table, and returns the store.
         *
         * @throws IllegalArgumentException if no table can have this name
         * @throws StoreException if the table can't be reached or has other keys; the message says what to do
         */
        public DynamoDbCounterStore build() {
            if (!TableKeys.isTableName(table)) {
                throw new IllegalArgumentException(TableKeys.invalidTableName(table));
            }
            TableKeys keys = new TableKeys(table, partitionKey, CountItems.PREFIX, null, "");
            try {
                new DynamoDbTable(link, keys, CountItems.TTL).prepare(createTable, checkTable);
            } catch (StoreException e) {
                link.close();
                throw e;
            }
            return new DynamoDbCounterStore(this);
        }
    }
}
