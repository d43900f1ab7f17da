/** Counts in DynamoDB. Applications import {@code dev.semel.dynamodb.counter}. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"
}) // the AWS SDK declares the names of its modules, and no more
module dev.semel.dynamodb.counter {
    requires transitive dev.semel.counter;
    requires transitive dev.semel.dynamodb;
    requires software.amazon.awssdk.awscore;
    requires software.amazon.awssdk.core;
    requires software.amazon.awssdk.retries;
    requires static org.jspecify;

    exports dev.semel.dynamodb.counter;
}
