/**
 * The interfaces and values that a store implements. The module {@code semel-testkit} tests an implementation.
 *
 * <p>Start reading at {@link dev.semel.store.Store}. This package knows the values and exceptions of {@code dev.semel},
 * such as {@link dev.semel.Fingerprint}, and nothing of operations, policies or the engine.
 */
@NullMarked
package dev.semel.store;

import org.jspecify.annotations.NullMarked;
