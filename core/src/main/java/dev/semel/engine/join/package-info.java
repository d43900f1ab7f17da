/**
 * Answers a call without its own claim: from a call of this JVM that it joins, from the near cache, or after the hint
 * of a store that the record has changed. Internal: it may change in any release.
 *
 * <p>Start reading at {@link dev.semel.engine.join.LocalCalls}. This package knows the leases in the room {@code store}
 * of the engine, and no call.
 */
@NullMarked
package dev.semel.engine.join;

import org.jspecify.annotations.NullMarked;
