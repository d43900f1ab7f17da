/** Records in DynamoDB, through the AWS SDK. Applications import {@code dev.semel.dynamodb}. */
@SuppressWarnings({
    "module", // the module that the qualified exports name depends on this one
    "requires-automatic",
    "requires-transitive-automatic" // the AWS SDK declares the names of its modules, and no more
})
module dev.semel.dynamodb {
    requires transitive dev.semel;
    requires transitive software.amazon.awssdk.services.dynamodb;
    requires software.amazon.awssdk.auth;
    requires software.amazon.awssdk.awscore;
    requires software.amazon.awssdk.core;
    requires software.amazon.awssdk.regions;
    requires software.amazon.awssdk.retries;
    requires static org.jspecify;

    exports dev.semel.dynamodb;
    exports dev.semel.dynamodb.record to
            dev.semel.powertools;
    exports dev.semel.dynamodb.wire to
            dev.semel.dynamodb.counter,
            dev.semel.powertools;
}
