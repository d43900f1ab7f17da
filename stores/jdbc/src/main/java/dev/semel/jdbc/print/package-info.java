/**
 * Lists all statements that the stores send, for {@code ./semel sql} and for review. Start reading at {@link
 * dev.semel.jdbc.print.PrintStatements}. This package knows every room that makes statements; no other package knows it.
 */
@NullMarked
package dev.semel.jdbc.print;

import org.jspecify.annotations.NullMarked;
