/**
 * Counts requests against the quota of their route before they run. Start reading at {@link dev.semel.http.quota.Admissions}, which lists
 * what can come in between. This internal package knows {@link dev.semel.http} and the counters.
 */
@NullMarked
package dev.semel.http.quota;

import org.jspecify.annotations.NullMarked;
