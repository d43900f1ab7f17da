/**
 * What HTTP asks of an endpoint that must take effect once: keys, scopes, fingerprints, replays and problem documents, without any
 * framework. Start from {@link dev.semel.http.HttpGuard}.
 */
@NullMarked
package dev.semel.http;

import org.jspecify.annotations.NullMarked;
