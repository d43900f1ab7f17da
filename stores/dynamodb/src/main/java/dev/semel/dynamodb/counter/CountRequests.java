package dev.semel.dynamodb.counter;

import dev.semel.store.Backoff;
import dev.semel.store.Causes;
import dev.semel.store.StoreException;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/**
 * Sends requests that must not be sent again if they may have been applied. What DynamoDB has refused since it had too much to do, or since a
 * transaction had the item, was not applied and is sent again for some time.
 */
final class CountRequests {
    private static final int TRIES = 12;
    private static final Set<String> PASSING = Set.of(
            "None", "TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded", "RequestLimitExceeded");

    private CountRequests() {}

    /**
     * Sends it.
     *
     * @throws ConditionalCheckFailedException if its condition did not hold
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

    /** Sends a transaction; gives the refusal if one of its conditions did not hold. */
    static @Nullable TransactionCanceledException sendTransaction(Runnable request) {
        try {
            send(() -> {
                request.run();
                return true;
            });
            return null;
        } catch (StoreException e) {
            if (e.getCause() instanceof TransactionCanceledException refusal && isRefused(refusal)) {
                return refusal;
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
            return cancelled.hasCancellationReasons()
                    && cancelled.cancellationReasons().stream()
                            .map(CancellationReason::code)
                            .allMatch(code -> code == null || PASSING.contains(code));
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
