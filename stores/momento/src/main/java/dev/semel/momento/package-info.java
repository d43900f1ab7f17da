/**
 * A store that keeps records in a cache of Momento. Applications import this package; start reading at {@link dev.semel.momento.MomentoStore}. What stands
 * behind it, in {@code record} and {@code wire}, may change in any release.
 */
@NullMarked
package dev.semel.momento;

import org.jspecify.annotations.NullMarked;
