/**
 * Records in SQL databases: SQLite, PostgreSQL, MySQL, MariaDB and H2. Start from {@link dev.semel.jdbc.JdbcStore}.
 */
@NullMarked
package dev.semel.jdbc;

import org.jspecify.annotations.NullMarked;
