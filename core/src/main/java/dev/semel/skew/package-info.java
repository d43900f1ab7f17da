/**
 * The application's clock as the store's clock, for stores on servers that have none which a conditional write could use. Internal: it may change
 * in any release.
 *
 * <p>Start reading at {@link dev.semel.skew.SkewedClock}. This package knows the JDK only.
 */
@NullMarked
package dev.semel.skew;

import org.jspecify.annotations.NullMarked;
