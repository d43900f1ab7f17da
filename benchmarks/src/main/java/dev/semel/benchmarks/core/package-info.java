/**
 * The suite {@code core}: replays, new operations and heap on the memory store, measured by JMH. Start reading at
 * {@link dev.semel.benchmarks.core.CoreSuite}. It knows JMH, the core and the shared rooms of the benchmarks, and no
 * other suite.
 */
@NullMarked
package dev.semel.benchmarks.core;

import org.jspecify.annotations.NullMarked;
