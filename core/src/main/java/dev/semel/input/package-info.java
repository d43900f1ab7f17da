/**
 * Checks of what an application passes in: names, scopes, keys, durations and media types. Internal: it may change in
 * any release.
 *
 * <p>Start reading at {@link dev.semel.input.Problems}, which collects all problems of a value, so that one exception
 * reports them. This package knows the JDK only.
 */
@NullMarked
package dev.semel.input;

import org.jspecify.annotations.NullMarked;
