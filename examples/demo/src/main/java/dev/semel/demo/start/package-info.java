/**
 * The start of the demo: arguments, database, deadlines, and the one sentence that explains a failure. Start reading at
 * {@link dev.semel.demo.start.Choices}. It knows the addresses of stores, and no endpoint.
 */
@NullMarked
package dev.semel.demo.start;

import org.jspecify.annotations.NullMarked;
