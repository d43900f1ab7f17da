/**
 * What the author of a store implements. Start from {@link dev.semel.store.Store}; the module {@code semel-testkit} proves the work.
 */
@NullMarked
package dev.semel.store;

import org.jspecify.annotations.NullMarked;
