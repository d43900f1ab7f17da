/**
 * Time as one process measures it: a timekeeper that tests can replace, moments by two clocks, and the delays between
 * tries.
 *
 * <p>Start reading at {@link dev.semel.time.Timekeeper}. This package knows the JDK and {@code dev.semel.thread}.
 * Leases and retentions are decided by the clock of the store.
 */
@NullMarked
package dev.semel.time;

import org.jspecify.annotations.NullMarked;
