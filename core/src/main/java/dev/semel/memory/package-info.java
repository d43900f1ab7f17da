/**
 * The store for tests and for single processes that may forget: {@link dev.semel.memory.MemoryStore}.
 */
@NullMarked
package dev.semel.memory;

import org.jspecify.annotations.NullMarked;
