/**
 * The workload that suites share: payments, keys, results of 1 KB, and Semel as an application calls it. Start reading
 * at {@link dev.semel.benchmarks.workload.SemelCalls}. It knows the core and the report, and no particular store.
 */
@NullMarked
package dev.semel.benchmarks.workload;

import org.jspecify.annotations.NullMarked;
