/**
 * The statements for SQLite, and connections to its file. Start reading at {@link dev.semel.jdbc.dialect.sqlite.Sqlite}, then {@link
 * dev.semel.jdbc.dialect.sqlite.SqliteConnections}. This package knows {@code dialect} and {@code connection}, and no other database.
 */
@NullMarked
package dev.semel.jdbc.dialect.sqlite;

import org.jspecify.annotations.NullMarked;
