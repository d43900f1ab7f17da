/**
 * The command line of the benchmarks. Each suite has its own package; suites share {@code measure}, {@code workload},
 * {@code servers}, {@code powertools} and {@code report}, and know nothing of each other. Start reading at
 * {@link dev.semel.benchmarks.Benchmarks}.
 */
@NullMarked
package dev.semel.benchmarks;

import org.jspecify.annotations.NullMarked;
