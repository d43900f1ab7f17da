package dev.semel.boot;

import dev.semel.counter.Counters;
import dev.semel.http.RouteQuota;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The quotas under {@code semel.quotas}, for whoever wants to know how much a caller has used up: {@code
 * quotas.get("requests").current(RouteQuota.subjectOf(principal))}. Immutable, and safe for use by many threads.
 */
public final class Quotas {
    private final Map<String, RouteQuota> byName = new TreeMap<>();

    /**
     * What is set.
     *
     * @param counters asked for only if there is a quota: the tables for counts need not be there otherwise
     * @throws WrongSettingException if a quota can't be made
     */
    Quotas(Map<String, QuotaProperties> settings, Supplier<Counters> counters, QuotaListener listener) {
        settings.forEach((name, each) -> byName.put(
                name,
                QuotaLimit.quota(name, each, counters.get())
                        .listener((operation, decision) -> listener.on(name, operation, decision))
                        .build()));
    }

    /**
     * A quota by its name.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    public RouteQuota get(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no semel.quotas." + name + "; set it, or ask for one of " + byName.keySet()));
    }

    Optional<RouteQuota> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }
}
