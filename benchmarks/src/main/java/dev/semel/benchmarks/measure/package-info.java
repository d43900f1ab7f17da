/**
 * Measuring: contenders that take turns in rounds, programs in fresh JVMs, and the choices of the command line. A suite
 * in its own package supplies the contenders. Start reading at {@link dev.semel.benchmarks.measure.Suite}, then
 * {@link dev.semel.benchmarks.measure.SideBySide}. It knows the report, and no suite or server.
 */
@NullMarked
package dev.semel.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
