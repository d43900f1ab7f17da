/**
 * Sends the calls of many threads together, and those alone whose record a transaction has locked. Start reading at {@link
 * dev.semel.jdbc.batch.Sender}. This package knows records, connections, and the dialect as an interface, and no single database.
 */
@NullMarked
package dev.semel.jdbc.batch;

import org.jspecify.annotations.NullMarked;
