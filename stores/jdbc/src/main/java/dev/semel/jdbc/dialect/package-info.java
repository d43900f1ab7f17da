/**
 * The statements for records: what all databases share, and what a database has to add. Start reading at {@link
 * dev.semel.jdbc.dialect.Dialect}; for claims within a transaction at {@link dev.semel.jdbc.dialect.RecordLock}. This package knows records and
 * connections, and none of the packages below it, which hold one database each.
 */
@NullMarked
package dev.semel.jdbc.dialect;

import org.jspecify.annotations.NullMarked;
