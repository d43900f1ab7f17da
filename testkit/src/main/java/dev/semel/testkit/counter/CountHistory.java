package dev.semel.testkit.counter;

import dev.semel.counter.store.StoredCount;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The increments of concurrent writers of one counter, and a check whether they are linearizable. Each acknowledged amount covers a stretch
 * of its window's count, from the count before it to the count after it. Two stretches of one window never overlap. A gap between stretches
 * is explained only by increments of unknown outcome. Safe for use by multiple threads.
 */
final class CountHistory {
    private final List<Stretch> acknowledged = new ArrayList<>();
    private long unknown;

    private record Stretch(Instant window, long from, long to) {}

    /** Records an amount that was added, and the count that the writer got. */
    synchronized void counted(long amount, StoredCount after) {
        acknowledged.add(new Stretch(after.start(), after.count() - amount, after.count()));
    }

    /** Records an amount whose increment has an unknown outcome. */
    synchronized void unknown(long amount) {
        unknown += amount;
    }

    /** Returns descriptions of all contradictions; empty if there are none. */
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
                    problems.add("in the window from " + stretch.window() + " the increment to " + stretch.to()
                            + " overlaps an earlier one to " + reached);
                }
                gaps += Math.max(0, stretch.from() - reached);
                reached = Math.max(reached, stretch.to());
            }
        }
        if (gaps > unknown) {
            problems.add("the count has " + gaps + " more than was acknowledged; only " + unknown
                    + " have an unknown outcome");
        }
        return problems;
    }
}
