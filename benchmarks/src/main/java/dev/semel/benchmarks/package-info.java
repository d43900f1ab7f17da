/** What Semel costs, side by side with the bare thing. Start from {@link dev.semel.benchmarks.Benchmarks}. */
@NullMarked
package dev.semel.benchmarks;

import org.jspecify.annotations.NullMarked;
