/**
 * One call from its claim to its outcome: claim, run, record or release. All policies, events, failure rules and
 * outcomes are applied here. Internal: it may change in any release.
 *
 * <p>Start reading at {@link dev.semel.engine.call.OperationCall}. This package knows sessions, policies, and the rooms
 * {@code join} and {@code store} of the engine.
 */
@NullMarked
package dev.semel.engine.call;

import org.jspecify.annotations.NullMarked;
