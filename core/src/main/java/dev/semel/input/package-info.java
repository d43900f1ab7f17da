/**
 * Checks of what an application gives: names, scopes, keys, durations and media types. Internal: it may change in any release.
 *
 * <p>Start reading at {@link dev.semel.input.Problems}, which collects everything that is wrong with a value, so that one exception reports it. This
 * package knows the JDK only.
 */
@NullMarked
package dev.semel.input;

import org.jspecify.annotations.NullMarked;
