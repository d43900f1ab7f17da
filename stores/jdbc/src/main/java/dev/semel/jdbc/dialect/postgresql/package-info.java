/**
 * The statements for PostgreSQL. Start reading at {@link dev.semel.jdbc.dialect.postgresql.PostgreSql}, then {@link
 * dev.semel.jdbc.dialect.postgresql.PostgreSqlClaims} for claims and {@link dev.semel.jdbc.dialect.postgresql.PostgreSqlLock} for
 * transactions. This package knows {@code dialect}, and no other database.
 */
@NullMarked
package dev.semel.jdbc.dialect.postgresql;

import org.jspecify.annotations.NullMarked;
