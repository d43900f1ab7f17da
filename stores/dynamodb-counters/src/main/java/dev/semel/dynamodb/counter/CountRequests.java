package dev.semel.dynamodb.counter;

import dev.semel.StoreException;
import dev.semel.dynamodb.wire.Refusals;
import dev.semel.store.Causes;
import dev.semel.time.Backoff;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/**
 * Sends requests that must not be repeated if they may have been applied. A request that DynamoDB refused, because of throttling or because a
 * transaction held the item, was not applied; it is sent again a few times.
 */
final class CountRequests {
    private static final int TRIES = 12;

    private CountRequests() {}

    /**
     * Sends a request.
     *
     * @throws ConditionalCheckFailedException if its condition did not hold
     * @throws StoreException if it failed, or if it is unknown whether it was applied
     */
    static <R> R send(Supplier<R> request) {
        Backoff colliding = Backoff.forCollisions();
        for (int tried = 1; ; tried++) {
            try {
                return request.get();
            } catch (ConditionalCheckFailedException e) {
                throw e;
            } catch (SdkException | IllegalStateException e) {
                if (!isPassing(e) || tried == TRIES) {
                    throw failed(e);
                }
            }
            colliding.pause();
        }
    }

    /** Sends a transaction. Returns false if one of its conditions did not hold. */
    static boolean sendTransaction(Runnable request) {
        try {
            send(() -> {
                request.run();
                return true;
            });
            return true;
        } catch (StoreException e) {
            if (e.getCause() instanceof TransactionCanceledException refusal && isRefused(refusal)) {
                return false;
            }
            throw e;
        }
    }

    private static boolean isRefused(TransactionCanceledException e) {
        return e.hasCancellationReasons()
                && e.cancellationReasons().stream().anyMatch(reason -> "ConditionalCheckFailed".equals(reason.code()));
    }

    private static boolean isPassing(RuntimeException e) {
        if (e instanceof TransactionCanceledException cancelled) {
            return cancelled.hasCancellationReasons() && Refusals.isPassing(cancelled);
        }
        return e instanceof TransactionConflictException
                || (e instanceof DynamoDbException answer && answer.isThrottlingException());
    }

    private static StoreException failed(RuntimeException cause) {
        return new StoreException(
                "DynamoDB did not confirm a count, and it is unknown whether it was counted: " + Causes.of(cause)
                        + "; check that the table can be reached and that its permissions suffice",
                cause);
    }
}
