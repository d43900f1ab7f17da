/**
 * Sends requests to DynamoDB through either of the SDK's clients, retries those that collide with a transaction, and checks or creates a
 * table. Start reading at {@link dev.semel.dynamodb.wire.DynamoDbLink}. This package knows the SDK, and nothing about records or counts.
 */
@NullMarked
package dev.semel.dynamodb.wire;

import org.jspecify.annotations.NullMarked;
