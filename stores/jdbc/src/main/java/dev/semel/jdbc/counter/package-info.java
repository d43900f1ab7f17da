/**
 * A store for counts in a SQL database. Start reading at {@link dev.semel.jdbc.counter.JdbcCounterStore}, then {@link
 * dev.semel.jdbc.counter.CountSender}. This package knows {@link dev.semel.jdbc.database.SqlDatabase} and {@code dev.semel.jdbc.sql}, and
 * nothing about records.
 */
@NullMarked
package dev.semel.jdbc.counter;

import org.jspecify.annotations.NullMarked;
