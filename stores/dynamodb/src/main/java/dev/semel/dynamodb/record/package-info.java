/**
 * Records in DynamoDB: their items, the claims and owner's writes on them, the transactions that settle one together with other items, and
 * the scans that browse, count and purge. Start reading at {@link dev.semel.dynamodb.record.RecordClaims}, then {@link
 * dev.semel.dynamodb.record.RecordItem}. This package knows the store SPI and the wire, and nothing about counts or about how an application
 * configures a store.
 */
@NullMarked
package dev.semel.dynamodb.record;

import org.jspecify.annotations.NullMarked;
