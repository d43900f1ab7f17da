/**
 * Opens a database: recognises the dialect, creates and checks the tables, and checks the server's version and settings. Start reading at
 * {@link dev.semel.jdbc.database.Opening}; {@link dev.semel.jdbc.database.SqlDatabase} is what counts see of it. This package knows all
 * dialects and connections, and no store.
 */
@NullMarked
package dev.semel.jdbc.database;

import org.jspecify.annotations.NullMarked;
