/**
 * What the author of a store for counters implements. Start from {@link dev.semel.counter.store.CounterStore}; the module {@code
 * semel-testkit} proves the work.
 */
@NullMarked
package dev.semel.counter.store;

import org.jspecify.annotations.NullMarked;
