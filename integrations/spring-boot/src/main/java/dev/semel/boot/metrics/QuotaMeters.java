package dev.semel.boot.metrics;

import dev.semel.boot.QuotaListener;
import dev.semel.http.quota.RouteQuota;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;

/**
 * Counts the decisions of quotas: {@code semel.quotas} by {@code quota}, {@code operation} and {@code outcome}:
 * counted, counted-before, given-back, refused, unavailable, uncounted. Callers are never tags.
 */
final class QuotaMeters implements QuotaListener {
    private final MeterRegistry registry;

    QuotaMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void on(String quota, String operation, RouteQuota.Decision decision) {
        String outcome = decision.name().toLowerCase(Locale.ROOT).replace('_', '-');
        registry.counter("semel.quotas", "quota", quota, "operation", operation, "outcome", outcome)
                .increment();
    }
}
