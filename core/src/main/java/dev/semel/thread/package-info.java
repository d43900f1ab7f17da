/**
 * Threads, and code that survives a full executor or a full stack. Internal: it may change in any release.
 *
 * <p>Start reading at {@link dev.semel.thread.Threads}. This package knows the JDK only.
 */
@NullMarked
package dev.semel.thread;

import org.jspecify.annotations.NullMarked;
