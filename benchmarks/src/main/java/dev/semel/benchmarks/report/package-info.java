/**
 * The report of a suite and its three forms: text, JSON and an SVG chart. It holds what was measured and which targets
 * were reached. Start reading at {@link dev.semel.benchmarks.report.SuiteReport}. It knows no suite and no server.
 */
@NullMarked
package dev.semel.benchmarks.report;

import org.jspecify.annotations.NullMarked;
