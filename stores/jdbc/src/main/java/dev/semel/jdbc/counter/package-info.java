/**
 * Counts in SQL databases. Start from {@link dev.semel.jdbc.counter.JdbcCounterStore}; what it shares with records is {@link
 * dev.semel.jdbc.SqlDatabase}.
 */
@NullMarked
package dev.semel.jdbc.counter;

import org.jspecify.annotations.NullMarked;
