package dev.semel.torture.judge;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Violation;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The rule about large results: each is stored, or its record says that it could not be. Other faults strike meanwhile, so the rule is about the greater part. Not
 * for use by many threads.
 */
final class Sizes {
    /** Nearly as much as a packet of the servers with small packets may have. */
    private static final long LARGE = 24_000;

    private static final int ENOUGH = 8;
    private static final long SETTLES_WITHIN = 10_000_000_000L;

    private final Map<String, HistoryEvent> open = new HashMap<>();
    private final Set<String> settled = new HashSet<>();

    void take(HistoryEvent event) {
        switch (event.kind()) {
            case SETTLE -> {
                String size = event.find("z");
                if (size != null && Long.parseLong(size) >= LARGE && !settled.contains(event.text("n"))) {
                    open.putIfAbsent(event.text("n"), event);
                }
            }
            case SETTLE_APPLIED, SETTLE_REFUSED -> {
                if (open.remove(event.text("n")) != null) {
                    settled.add(event.text("n"));
                }
            }
            default -> {}
        }
    }

    Optional<Violation> problem(long now) {
        List<HistoryEvent> late = open.values().stream()
                .filter(sent -> sent.at() < now - SETTLES_WITHIN)
                .toList();
        int all = late.size() + settled.size();
        if (all < ENOUGH || late.size() * 2 <= all) {
            return Optional.empty();
        }
        String what = late.size() + " of " + all
                + " large results were neither stored nor marked as results that could not be kept";
        return Optional.of(new Violation(Rule.RESULT_IS_KEPT, late.get(0).id(), what, List.of(late.get(0))));
    }
}
