package dev.semel.dynamodb.wire;

import dev.semel.StoreException;
import dev.semel.store.Causes;
import dev.semel.time.Backoff;
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
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/**
 * A client of DynamoDB with the error handling that all stores of this module share: a condition that does not hold is an answer, and any
 * other failure is a {@link StoreException}. Safe for use by many threads.
 */
public final class DynamoDbLink implements AutoCloseable {
    private static final int TRIES = 10;

    private final DynamoDbRequests requests;

    private DynamoDbLink(DynamoDbRequests requests) {
        this.requests = requests;
    }

    /** Returns a link through the application's client, which it never closes. */
    public static DynamoDbLink of(DynamoDbClient client) {
        return new DynamoDbLink(new BlockingRequests(Objects.requireNonNull(client, "client"), false));
    }

    /** Returns a link through the application's asynchronous client, which it never closes. The calling thread waits for each answer. */
    public static DynamoDbLink of(DynamoDbAsyncClient client) {
        return new DynamoDbLink(new AsyncRequests(Objects.requireNonNull(client, "client")));
    }

    /** Returns a link through a client that {@link #close} closes. */
    public static DynamoDbLink owning(DynamoDbClient client) {
        return new DynamoDbLink(new BlockingRequests(client, true));
    }

    /** Returns the bare requests. They throw what the client throws, and are not retried. */
    public DynamoDbRequests requests() {
        return requests;
    }

    /**
     * Sends a request. Sends it again, up to 10 times, if a transaction holds the item.
     *
     * @param what what the store could not do, for the message of the exception
     * @throws ConditionalCheckFailedException if its condition did not hold
     * @throws TransactionCanceledException if it was a transaction and one of its conditions did not hold
     * @throws StoreException if it failed in any other way
     */
    public <R> R send(String what, Supplier<R> request) {
        Backoff colliding = Backoff.forCollisions();
        for (int tried = 1; ; tried++) {
            try {
                return request.get();
            } catch (ConditionalCheckFailedException | TransactionCanceledException e) {
                throw e;
            } catch (TransactionConflictException e) {
                if (tried == TRIES) {
                    throw failed(what, e);
                }
                colliding.pause();
            } catch (RuntimeException e) {
                // Not only SdkException: interceptors, HTTP clients and closed clients throw other exceptions.
                throw failed(what, e);
            }
        }
    }

    /** Sends a request that has no answer, as {@link #send} does. */
    public void run(String what, Runnable request) {
        send(what, () -> {
            request.run();
            return true;
        });
    }

    /** Passes the items that a scan finds, on all of its pages, to {@code goOn} until that returns false. */
    public void scan(String what, ScanRequest.Builder scan, Predicate<Map<String, AttributeValue>> goOn) {
        ScanResponse page;
        do {
            ScanRequest request = scan.build();
            page = send(what, () -> requests.scan(request));
            for (Map<String, AttributeValue> item : page.items()) {
                if (!goOn.test(item)) {
                    return;
                }
            }
            scan.exclusiveStartKey(page.lastEvaluatedKey());
        } while (page.hasLastEvaluatedKey() && !page.lastEvaluatedKey().isEmpty());
    }

    /** Deletes an item on a condition. Returns false if the condition did not hold. */
    public boolean delete(String what, DeleteItemRequest request) {
        try {
            run(what, () -> requests.delete(request));
            return true;
        } catch (ConditionalCheckFailedException e) {
            return false;
        }
    }

    private static StoreException failed(String what, RuntimeException cause) {
        return new StoreException(
                "the DynamoDB store could not " + what + ": " + Causes.of(cause)
                        + "; check that the table can be reached and that its permissions suffice",
                cause);
    }

    /** Closes the client if the link owns it. */
    @Override
    public void close() {
        requests.close();
    }
}
