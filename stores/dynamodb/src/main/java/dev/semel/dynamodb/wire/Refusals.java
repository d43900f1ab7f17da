package dev.semel.dynamodb.wire;

import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Classifies the refusals of DynamoDB. */
public final class Refusals {
    private static final Set<String> PASSING = Set.of(
            "None", "TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded", "RequestLimitExceeded");

    private Refusals() {}

    /** Returns whether a request is malformed or does not fit the table, so that DynamoDB can never apply it. */
    public static boolean isInvalid(DynamoDbException e) {
        return e.awsErrorDetails() != null
                && "ValidationException".equals(e.awsErrorDetails().errorCode());
    }

    /** Returns whether a transaction was cancelled only because of concurrent requests or throttling, as far as its reasons say. */
    public static boolean isPassing(TransactionCanceledException e) {
        return e.cancellationReasons().stream()
                .map(CancellationReason::code)
                .allMatch(code -> code == null || PASSING.contains(code));
    }
}
