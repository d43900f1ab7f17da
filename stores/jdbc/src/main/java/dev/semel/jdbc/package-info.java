/**
 * A store for records in a SQL database: SQLite, PostgreSQL, MySQL, MariaDB or H2, with transactions and the purger. Start reading at
 * {@link dev.semel.jdbc.JdbcStore}. Applications import this package and {@code dev.semel.jdbc.counter}. It knows the internal packages
 * behind it, and nothing about counts.
 */
@NullMarked
package dev.semel.jdbc;

import org.jspecify.annotations.NullMarked;
