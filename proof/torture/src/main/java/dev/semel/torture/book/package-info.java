/**
 * The tables to which transactions write their effects: rows that commit with a record. Start reading at {@link dev.semel.torture.book.Books}. It knows SQL and
 * DynamoDB, and nothing of records, workers or rules.
 */
@NullMarked
package dev.semel.torture.book;

import org.jspecify.annotations.NullMarked;
