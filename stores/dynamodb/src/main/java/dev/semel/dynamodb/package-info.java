/**
 * Records in Amazon DynamoDB. Start from {@link dev.semel.dynamodb.DynamoDbStore}.
 */
@NullMarked
package dev.semel.dynamodb;

import org.jspecify.annotations.NullMarked;
