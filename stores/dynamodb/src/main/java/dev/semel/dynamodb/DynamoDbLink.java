package dev.semel.dynamodb;

import dev.semel.store.StoreException;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/**
 * A client of DynamoDB, as far as other packages of this module need what the records' store has built around it. Not for applications: it may
 * change in any release.
 */
public final class DynamoDbLink implements AutoCloseable {
    private final Calls calls;

    private DynamoDbLink(Wire wire) {
        this.calls = new Calls(wire);
    }

    /** Through the application's own client. */
    public static DynamoDbLink of(DynamoDbClient client) {
        return new DynamoDbLink(new BlockingWire(Objects.requireNonNull(client, "client"), false));
    }

    /** Through the application's own asynchronous client; the calling thread waits for each answer. */
    public static DynamoDbLink of(DynamoDbAsyncClient client) {
        return new DynamoDbLink(new AsyncWire(Objects.requireNonNull(client, "client")));
    }

    /** Through a client that is made for an address, and closed with the link. */
    public static DynamoDbLink at(DynamoDbAddress address) {
        return new DynamoDbLink(new BlockingWire(address.client().build(), true));
    }

    /** The client. What it throws is an {@code SdkException}. */
    public Wire wire() {
        return calls.wire();
    }

    /**
     * Makes the table if that is wanted, with payment by request and time to live, and looks at it if that is wanted.
     *
     * @param partitionKey of type S; the table has no sort key
     * @param prefix what the values of the partition key begin with
     * @throws IllegalArgumentException if the table's name can't be one
     * @throws StoreException if the table can't be reached or has another shape
     */
    public void prepare(String table, String partitionKey, String prefix, boolean create, boolean check) {
        if (!Table.NAME.matcher(table).matches()) {
            throw new IllegalArgumentException(Table.NAME_RULE);
        }
        Layout.Keys keys = new Layout.Keys(table, partitionKey, prefix, null, "");
        new Table(calls, new Layout(keys, Attribute.defaultNames())).prepare(create, check);
    }

    /**
     * Sends a request, again if a transaction has the item at that moment.
     *
     * @param what for the message: what the store could not do
     * @throws ConditionalCheckFailedException if its condition did not hold
     * @throws StoreException if it failed
     */
    public <R> R send(String what, Supplier<R> request) {
        return calls.send(what, request);
    }

    /** Shows every item that a scan finds, on all of its pages, to {@code goOn} until that returns false. */
    public void scan(String what, ScanRequest.Builder scan, Predicate<Map<String, AttributeValue>> goOn) {
        calls.scan(what, scan, goOn);
    }

    /** Deletes an item on a condition; false if it did not hold. */
    public boolean delete(String what, DeleteItemRequest request) {
        return calls.delete(what, request);
    }

    /** Closes the client if it was made for an address. */
    @Override
    public void close() {
        calls.wire().close();
    }
}
