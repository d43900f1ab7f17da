package dev.semel.boot;

import dev.semel.counter.Counters;
import dev.semel.http.quota.RouteQuota;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The quotas under {@code semel.quotas}, which report how much a caller has used: {@code
 * quotas.get("requests").current(RouteQuota.subjectOf(principal))}. Immutable, and safe for use by many threads.
 */
public final class Quotas {
    private final Map<String, RouteQuota> byName = new TreeMap<>();

    /**
     * Builds the quotas.
     *
     * @param counters called only if there is a quota, since an application without quotas needs no tables for
     *     counts
     * @param listener is notified of decisions
     * @throws WrongSettingException if the settings of a quota are invalid
     */
    public Quotas(Map<String, QuotaProperties> settings, Supplier<Counters> counters, QuotaListener listener) {
        settings.forEach((name, each) -> byName.put(
                name,
                QuotaLimit.quota(name, each, counters.get())
                        .listener((operation, decision) -> listener.on(name, operation, decision))
                        .build()));
    }

    /**
     * Returns a quota by its name.
     *
     * @throws IllegalArgumentException if there is no quota of that name
     */
    public RouteQuota get(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no semel.quotas." + name + "; define it, or use one of " + byName.keySet()));
    }

    /** Returns a quota by its name, or empty if there is no quota of that name. */
    public Optional<RouteQuota> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }
}
