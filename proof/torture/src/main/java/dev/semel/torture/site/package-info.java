/**
 * The stores at an address, as a worker opens them, with the pool it uses and the points around a commit. Start reading at
 * {@link dev.semel.torture.site.Site}. It knows the stores of Semel and where the books are, and no worker.
 */
@NullMarked
package dev.semel.torture.site;

import org.jspecify.annotations.NullMarked;
