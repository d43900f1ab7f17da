/** Records in the items of Powertools for AWS Lambda. Applications import {@code dev.semel.powertools}. */
module dev.semel.powertools {
    requires transitive dev.semel.dynamodb;
    requires static org.jspecify;

    exports dev.semel.powertools;
}
