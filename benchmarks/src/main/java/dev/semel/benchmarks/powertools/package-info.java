/**
 * Powertools for AWS Lambda as a function calls it, without a build that weaves aspects. Start reading at
 * {@link dev.semel.benchmarks.powertools.PowertoolsCalls}. It knows Powertools, and nothing of Semel or of a suite.
 */
@NullMarked
package dev.semel.benchmarks.powertools;

import org.jspecify.annotations.NullMarked;
