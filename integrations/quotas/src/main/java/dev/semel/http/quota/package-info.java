/**
 * Quotas of routes, which count requests in the counters of a store before they run. Start reading at {@link dev.semel.http.quota.RouteQuota}, then {@code
 * Admissions}, which lists what can come in between. This package knows {@link dev.semel.http} and the counters.
 */
@NullMarked
package dev.semel.http.quota;

import org.jspecify.annotations.NullMarked;
