/**
 * A store for counts in DynamoDB, as a module that only functions that count carry. Start reading at {@link dev.semel.dynamodb.counter.DynamoDbCounterStore}, then {@code CountUpdate}. This
 * package knows the wire and {@link dev.semel.dynamodb.DynamoDbAddress}, and nothing about records.
 */
@NullMarked
package dev.semel.dynamodb.counter;

import org.jspecify.annotations.NullMarked;
