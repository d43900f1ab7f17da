/**
 * Guards HTTP endpoints that must take effect once: keys, scopes, fingerprints, replays and problem documents, without a framework. Start
 * reading at {@link dev.semel.http.HttpGuard}. This package holds what applications and adapters import. It knows core, the counters and
 * JSON; of the rooms behind it, it knows {@code path}, and {@code HttpGuard} knows {@code guard}.
 */
@NullMarked
package dev.semel.http;

import org.jspecify.annotations.NullMarked;
