/**
 * The suite {@code dynamodb}: requests, units and client CPU of an operation on DynamoDB. Start reading at
 * {@link dev.semel.benchmarks.dynamodb.DynamoDbSuite}. It knows the DynamoDB store and the shared rooms of the
 * benchmarks, and no other suite.
 */
@NullMarked
package dev.semel.benchmarks.dynamodb;

import org.jspecify.annotations.NullMarked;
