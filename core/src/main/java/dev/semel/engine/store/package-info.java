/**
 * The engine's calls to the store: checked, reported to listeners and the log, and repeated to keep a lease. Internal: it may change in any release.
 *
 * <p>Start reading at {@link dev.semel.engine.store.StoreCalls}, and at {@link dev.semel.engine.store.Lease} for an owner's view of its time. This package
 * knows the SPI of stores, and nothing of calls, results or policies.
 */
@NullMarked
package dev.semel.engine.store;

import org.jspecify.annotations.NullMarked;
