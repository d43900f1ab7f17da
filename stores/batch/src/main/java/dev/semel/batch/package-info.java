/**
 * Combines the calls of many threads to a store into batches. Not for applications: it may change in any release.
 *
 * <p>Start reading at {@link dev.semel.batch.Combiner}. This package knows the exceptions of {@code dev.semel} and
 * {@code dev.semel.thread}, and nothing of records.
 */
@NullMarked
package dev.semel.batch;

import org.jspecify.annotations.NullMarked;
