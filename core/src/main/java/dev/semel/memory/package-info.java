/**
 * The store for tests and for single processes that may forget.
 *
 * <p>Start reading at {@link dev.semel.memory.MemoryStore}. This package knows the SPI in {@code dev.semel.store}, the values of {@code dev.semel} and
 * {@code dev.semel.thread}.
 */
@NullMarked
package dev.semel.memory;

import org.jspecify.annotations.NullMarked;
