/**
 * A store for records in Amazon DynamoDB, through the AWS SDK for Java 2. Start reading at {@link dev.semel.dynamodb.DynamoDbStore}.
 * Applications import this package. It knows the internal packages {@code record} and {@code wire}, and nothing about counts.
 */
@NullMarked
package dev.semel.dynamodb;

import org.jspecify.annotations.NullMarked;
