/**
 * Counts in DynamoDB. Start from {@link dev.semel.dynamodb.counter.DynamoDbCounterStore}; what it shares with records is {@link
 * dev.semel.dynamodb.DynamoDbLink}.
 */
@NullMarked
package dev.semel.dynamodb.counter;

import org.jspecify.annotations.NullMarked;
