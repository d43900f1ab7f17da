/**
 * Counts in this process's memory: {@link dev.semel.counter.memory.MemoryCounterStore}.
 */
@NullMarked
package dev.semel.counter.memory;

import org.jspecify.annotations.NullMarked;
