/**
 * Spring's transactions as sessions of the engine. Start reading at {@link dev.semel.spring.transaction.SpringTransactions}. This internal
 * package knows the SQL store and Spring's transactions, and nothing of methods and routes.
 */
@NullMarked
package dev.semel.spring.transaction;

import org.jspecify.annotations.NullMarked;
