/**
 * A counter store in memory. Start reading at {@link dev.semel.counter.memory.MemoryCounterStore}. This package knows the SPI only.
 */
@NullMarked
package dev.semel.counter.memory;

import org.jspecify.annotations.NullMarked;
