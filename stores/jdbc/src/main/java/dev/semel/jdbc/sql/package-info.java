/**
 * What records and counts have in common when they speak SQL: calls on a connection, times, names of statements, failures, and purging.
 * Start reading at {@link dev.semel.jdbc.sql.SqlCall} and {@link dev.semel.jdbc.sql.Statements}. This package knows JDBC only.
 */
@NullMarked
package dev.semel.jdbc.sql;

import org.jspecify.annotations.NullMarked;
