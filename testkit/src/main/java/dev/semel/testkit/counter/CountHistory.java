package dev.semel.testkit.counter;

import dev.semel.counter.store.StoredCount;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What was counted on one counter by many, and whether it can have come one after the other. Each acknowledged amount takes a stretch of its
 * window's count, from the count before it to the count after it. Two stretches of one window never overlap. A gap between them, or after
 * the last one, can only be what somebody counted who got no answer. Safe for use by many threads.
 */
final class CountHistory {
    private final List<Stretch> acknowledged = new ArrayList<>();
    private long unknown;

    private record Stretch(Instant window, long from, long to) {}

    /** Somebody added an amount and was told this count. */
    synchronized void counted(long amount, StoredCount after) {
        acknowledged.add(new Stretch(after.start(), after.count() - amount, after.count()));
    }

    /** Somebody added an amount and does not know what came of it. */
    synchronized void unknown(long amount) {
        unknown += amount;
    }

    /** What can't have been, in words; empty if all is right. */
    synchronized List<String> problems() {
        List<String> problems = new ArrayList<>();
        Map<Instant, List<Stretch>> windows = new TreeMap<>();
        acknowledged.forEach(stretch -> windows.computeIfAbsent(stretch.window(), same -> new ArrayList<>())
                .add(stretch));
        long gaps = 0;
        for (List<Stretch> window : windows.values()) {
            window.sort(Comparator.comparingLong(Stretch::from));
            long reached = 0;
            for (Stretch stretch : window) {
                if (stretch.from() < reached) {
                    problems.add("in the window from " + stretch.window() + " the count " + stretch.to()
                            + " takes what was counted up to " + reached + " a second time");
                }
                gaps += Math.max(0, stretch.from() - reached);
                reached = Math.max(reached, stretch.to());
            }
        }
        if (gaps > unknown) {
            problems.add(gaps + " were counted that nobody has added; " + unknown + " are of unknown outcome");
        }
        return problems;
    }
}
