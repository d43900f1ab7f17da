package dev.semel.dynamodb;

import dev.semel.store.Backoff;
import dev.semel.store.Causes;
import dev.semel.store.StoreException;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/** Sends requests. A refused condition is an answer; all else that fails is a failure of the store. */
final class Calls {
    private static final int TRIES = 10;

    private final Wire wire;

    Calls(Wire wire) {
        this.wire = wire;
    }

    Wire wire() {
        return wire;
    }

    /**
     * Sends something.
     *
     * @param what for the message: what the store could not do
     * @throws ConditionalCheckFailedException if its condition did not hold
     * @throws TransactionCanceledException if it was a transaction, and one of its conditions did not hold
     */
    <R> R send(String what, Supplier<R> request) {
        Backoff colliding = Backoff.forCollisions();
        for (int tried = 1; ; tried++) {
            try {
                return request.get();
            } catch (ConditionalCheckFailedException | TransactionCanceledException e) {
                throw e;
            } catch (TransactionConflictException e) {
                // A transaction has the item just now: refused, and soon over.
                if (tried == TRIES) {
                    throw failed(what, e);
                }
                colliding.pause();
            } catch (RuntimeException e) {
                // The SDK's own, or those of an HTTP client or an interceptor: a client that was closed throws whatever
                // it likes.
                throw failed(what, e);
            }
        }
    }

    void run(String what, Runnable request) {
        send(what, () -> {
            request.run();
            return true;
        });
    }

    /** Shows every item that a scan finds, on all of its pages, to {@code goOn} until that returns false. */
    void scan(String what, ScanRequest.Builder scan, Predicate<Map<String, AttributeValue>> goOn) {
        ScanResponse page;
        do {
            ScanRequest request = scan.build();
            page = send(what, () -> wire.scan(request));
            for (Map<String, AttributeValue> item : page.items()) {
                if (!goOn.test(item)) {
                    return;
                }
            }
            scan.exclusiveStartKey(page.lastEvaluatedKey());
        } while (page.hasLastEvaluatedKey() && !page.lastEvaluatedKey().isEmpty());
    }

    /** Deletes an item on a condition; false if it did not hold. */
    boolean delete(String what, DeleteItemRequest request) {
        try {
            run(what, () -> wire.delete(request));
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
}
