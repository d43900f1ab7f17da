/**
 * The suite {@code startup}: the start of the demo with and without the Spring Boot starter. Start reading at
 * {@link dev.semel.benchmarks.startup.StartSuite}. It knows the demo's jar and the shared rooms of the benchmarks, and
 * no other suite.
 */
@NullMarked
package dev.semel.benchmarks.startup;

import org.jspecify.annotations.NullMarked;
