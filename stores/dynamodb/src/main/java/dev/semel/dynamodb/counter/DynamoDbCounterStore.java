package dev.semel.dynamodb.counter;

import dev.semel.counter.store.CountCall;
import dev.semel.counter.store.CountChange;
import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.CounterId;
import dev.semel.counter.store.CounterStore;
import dev.semel.counter.store.Counting;
import dev.semel.counter.store.StoredCount;
import dev.semel.dynamodb.DynamoDbAddress;
import dev.semel.dynamodb.DynamoDbLink;
import dev.semel.dynamodb.DynamoDbStore;
import dev.semel.store.StoreException;
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
 * Keeps counts in a table of Amazon DynamoDB, of their own or that of the records. Safe for use by many threads; make one for a client and keep
 * it.
 *
 * <p>A count is one item. A plain addition is a conditional update:
 *
 * <ol>
 *   <li>Add, if the window that is stored is mine or a newer one, and there is room. This is the one request of the common case. What is there
 *       comes back with a refusal, and tells why.
 *   <li>If there is none, make it on condition that there still is none; if its window is older, start again on condition that it still is
 *       older. Whoever loses that race finds what is there now, and is back at adding. No reset is ever unconditional.
 *   <li>If the reply is lost, nobody knows whether it was counted, and a {@link StoreException} says so. The SDK does not send such an
 *       update again, whatever the client's retry strategy; a proxy that does is stopped by the nonce in the item, unless another call has come in
 *       between.
 * </ol>
 *
 * <p>Several counters together, or a key, are a read and a transaction: see {@link CountTransactions}. DynamoDB's time to live deletes what
 * is long over; nothing depends on when it does. An acknowledged count is on several machines' disks.
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
        this.transactions = new CountTransactions(link.wire(), items);
        this.purge = new CountPurge(link, items);
    }

    /** Through the application's own client, in the table {@code semel_counter}, with the defaults of {@link #builder(DynamoDbClient)}. */
    public static DynamoDbCounterStore on(DynamoDbClient client) {
        return builder(client).build();
    }

    /** Through the application's own client, with a choice. */
    public static Builder builder(DynamoDbClient client) {
        return new Builder(DynamoDbLink.of(client));
    }

    /** Through the application's own asynchronous client, with a choice. The calling thread waits for each answer. */
    public static Builder builder(DynamoDbAsyncClient client) {
        return new Builder(DynamoDbLink.of(client));
    }

    /**
     * At an address as in {@link DynamoDbStore#open}, through a client that the store makes and closes.
     *
     * @throws IllegalArgumentException if the address can't be read
     */
    public static Builder builder(String address) {
        DynamoDbAddress parsed = DynamoDbAddress.of(address);
        return new Builder(DynamoDbLink.at(parsed)).table(parsed.table());
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
                StoredCount count = CountItems.read(
                        CountRequests.send(() -> link.wire().update(request)).attributes());
                return applied(Objects.requireNonNull(count, "an update gives the item after it"));
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
                "a count is changed from so many sides that a call was never let through; nothing was counted: try again later",
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

    /** Strongly consistent. */
    @Override
    public Optional<StoredCount> find(CounterId id) {
        ensureOpen();
        GetItemRequest request = GetItemRequest.builder()
                .tableName(items.table())
                .key(items.key(id))
                .consistentRead(true)
                .build();
        GetItemResponse found = link.send("find a count", () -> link.wire().get(request));
        return Optional.ofNullable(CountItems.read(found.hasItem() ? found.item() : Map.of()));
    }

    /**
     * Deletes by hand what DynamoDB's time to live would delete by itself, for tables that do without it. It reads the whole table: leave it
     * to time to live where you can. Needs the permissions {@code dynamodb:Scan} and {@code dynamodb:DeleteItem}.
     */
    @Override
    public int purge(Instant now, int limit) {
        ensureOpen();
        if (limit < 1) {
            throw new IllegalArgumentException("limit is " + limit + "; it must be at least 1");
        }
        return purge.purge(now, limit);
    }

    private void ensureOpen() {
        if (closed) {
            throw new StoreException("the DynamoDB store for counts was closed; open a new one", null);
        }
    }

    /** Closes the client if the store has made it, never one that was handed in. */
    @Override
    public void close() {
        closed = true;
        link.close();
    }

    /** Makes a {@link DynamoDbCounterStore}. Not for use by many threads. */
    public static final class Builder {
        private final DynamoDbLink link;
        private String table = "semel_counter";
        private String partitionKey = "id";
        private boolean checkTable = true;
        private boolean createTable;

        private Builder(DynamoDbLink link) {
            this.link = link;
        }

        /** {@code semel_counter} by default, or what the address says. The table's name or its ARN; it may be the one of the records. */
        public Builder table(String name) {
            table = Objects.requireNonNull(name, "name");
            return this;
        }

        /** {@code id} by default. What the table's partition key is called; its type must be S, and the table must have no sort key. */
        public Builder partitionKey(String name) {
            partitionKey = Objects.requireNonNull(name, "name");
            return this;
        }

        /** True by default. Whether to look at the table when the store is built, by reading an item that is never there. */
        public Builder checkTable(boolean choice) {
            checkTable = choice;
            return this;
        }

        /** False by default. Whether to make the table if it is not there, with payment by request and time to live; for development. */
        public Builder createTable(boolean choice) {
            createTable = choice;
            return this;
        }

        /**
         * Checks the settings and the table, and makes the store.
         *
         * @throws IllegalArgumentException if the table's name can't be one
         * @throws StoreException if the table can't be reached or has another shape, with what to do about it
         */
        public DynamoDbCounterStore build() {
            try {
                link.prepare(table, partitionKey, CountItems.PREFIX, createTable, checkTable);
            } catch (StoreException e) {
                link.close();
                throw e;
            }
            return new DynamoDbCounterStore(this);
        }
    }
}
