/**
 * What a suite found, and how it is written down: one model ({@link dev.semel.benchmarks.report.Report}), one table, one JSON form, one chart. Knows
 * nothing of the suites. Start reading at {@code Report}.
 */
@NullMarked
package dev.semel.benchmarks.report;

import org.jspecify.annotations.NullMarked;
