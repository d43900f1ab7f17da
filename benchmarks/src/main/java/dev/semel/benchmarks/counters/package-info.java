/**
 * The suite {@code counters}: counting by subject and window beside the raw increment of each store, and beside
 * Bucket4j. Start reading at {@link dev.semel.benchmarks.counters.CounterSuite}. It knows the counters and the shared
 * rooms of the benchmarks, and no other suite.
 */
@NullMarked
package dev.semel.benchmarks.counters;

import org.jspecify.annotations.NullMarked;
