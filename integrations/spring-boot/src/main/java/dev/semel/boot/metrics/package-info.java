/**
 * Meters and observations of calls, quotas, the purge and records, by Micrometer. Start reading at {@link
 * dev.semel.boot.metrics.SemelMetricsAutoConfiguration}. This package knows the events of core and the listeners of quotas and of the purge,
 * and nothing about routes.
 */
@NullMarked
package dev.semel.boot.metrics;

import org.jspecify.annotations.NullMarked;
