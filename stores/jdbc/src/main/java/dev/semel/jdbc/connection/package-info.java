/**
 * Connections of the application's pool: how they are borrowed, prepared, checked, and kept while leases are live. Start reading at {@link
 * dev.semel.jdbc.connection.Connections}, then {@link dev.semel.jdbc.connection.PoolConnections} and {@link
 * dev.semel.jdbc.connection.Reserve}. This package knows {@code sql}, and neither records nor dialects.
 */
@NullMarked
package dev.semel.jdbc.connection;

import org.jspecify.annotations.NullMarked;
