package dev.semel.boot.actuator;

import dev.semel.SemelException;
import dev.semel.boot.overview.Overview;
import dev.semel.boot.overview.RecordCount;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The facts that the endpoint {@code semel} lists. */
record Listing(Overview overview, RecordCount counts) {

    /**
     * Returns what is guarded, how, and where.
     *
     * @param count whether to count the records, which may read all of them; otherwise an earlier count is shown
     */
    Map<String, Object> facts(boolean count) {
        Map<String, Object> facts = new LinkedHashMap<>();
        List<String> stores = overview.stores();
        facts.put("store", stores.size() == 1 ? stores.get(0) : stores);
        facts.put("operations", overview.operations());
        facts.put(
                "routes",
                overview.routes().stream().map(each -> guarded("route", each)).toList());
        facts.put(
                "methods",
                overview.methods().stream().map(each -> guarded("method", each)).toList());
        facts.put("unusedPolicies", overview.unused());
        facts.put("purge", overview.purge());
        facts.put("records", records(count));
        return facts;
    }

    private static Map<String, Object> guarded(String kind, Overview.Guarded guarded) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put(kind, guarded.name());
        facts.put("operation", guarded.operation());
        facts.put("mode", guarded.mode());
        return facts;
    }

    private Map<String, Object> records(boolean count) {
        if (!counts.isPossible()) {
            return Map.of("hint", "this store cannot count its records");
        }
        try {
            Optional<RecordCount.Counted> found = count ? Optional.of(counts.count(Duration.ZERO)) : counts.last();
            return found.map(Listing::counted)
                    .orElse(Map.of(
                            "hint", "not counted; ask with ?count=true, which may read all records of the store"));
        } catch (SemelException e) {
            return Map.of("problem", String.valueOf(e.getMessage()));
        }
    }

    private static Map<String, Object> counted(RecordCount.Counted counted) {
        Map<String, Long> byState = new LinkedHashMap<>();
        counted.byState().forEach((state, number) -> byState.put(SemelEndpoint.name(state), number));
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("byState", byState);
        facts.put("countedAt", counted.at().toString());
        facts.put("took", counted.took().toString());
        return facts;
    }
}
