package dev.semel.torture.site;

import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.counter.store.CounterStore;
import dev.semel.dynamodb.DynamoDbAddress;
import dev.semel.dynamodb.DynamoDbStore;
import dev.semel.dynamodb.counter.DynamoDbCounterStore;
import dev.semel.store.Store;
import dev.semel.torture.book.DynamoDbBooks;
import dev.semel.torture.protocol.WorkerSettings;
import java.time.Duration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** DynamoDB by the worker's clock, which may be off by half of what the store allows for. */
public final class DynamoDbSite implements Site {
    /** How far any two clocks may be apart. */
    public static final Duration SKEW = Duration.ofMillis(300);

    private final String tag;
    private final DynamoDbClient client;
    private final DynamoDbStore store;
    private final DynamoDbCounterStore counts;

    DynamoDbSite(WorkerSettings settings) {
        DynamoDbAddress address = DynamoDbAddress.of(settings.address());
        tag = settings.tag();
        client = DynamoDbBooks.client(address);
        try {
            store = DynamoDbStore.builder(client)
                    .table(address.table())
                    .createTable(true)
                    .skewAllowance(SKEW)
                    .clock(settings.clock())
                    .build();
            counts = DynamoDbCounterStore.builder(client).createTable(true).build();
        } catch (RuntimeException | Error e) {
            client.close();
            throw e;
        }
    }

    @Override
    public Store store() {
        return store;
    }

    @Override
    public CounterStore counts() {
        return counts;
    }

    @Override
    public boolean hasBooks() {
        return true;
    }

    @Override
    public Outcome<String> book(Operation<String> operation, String key, String request, Posting work) {
        return operation
                .in(store.transactions())
                .attempt(key, request, writes -> work.run(row -> writes.update(DynamoDbBooks.entry(tag, row))));
    }

    @Override
    public void close() {
        store.close();
        counts.close();
        client.close();
    }
}
