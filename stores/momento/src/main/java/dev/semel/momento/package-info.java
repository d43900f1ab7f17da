/**
 * A store that keeps records in a cache of Momento. Start reading at {@link dev.semel.momento.MomentoStore}. Applications import this package. It knows the
 * packages {@code record} and {@code wire}, which may change in any release.
 */
@NullMarked
package dev.semel.momento;

import org.jspecify.annotations.NullMarked;
