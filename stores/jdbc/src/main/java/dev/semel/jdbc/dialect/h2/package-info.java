/**
 * The statements for H2. Start reading at {@link dev.semel.jdbc.dialect.h2.H2}. This package knows {@code dialect}, and no other database.
 */
@NullMarked
package dev.semel.jdbc.dialect.h2;

import org.jspecify.annotations.NullMarked;
