/**
 * How stores let the calls of many threads travel together. Not for applications: it may change in any release. Start from
 * {@link dev.semel.batch.Combiner}.
 */
@NullMarked
package dev.semel.batch;

import org.jspecify.annotations.NullMarked;
