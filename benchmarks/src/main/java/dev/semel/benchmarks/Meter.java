package dev.semel.benchmarks;

import dev.semel.benchmarks.report.Figure;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads what a server and this process have done so far. */
@FunctionalInterface
interface Meter {
    Meter NONE = () -> new Reading(Map.of());

    Reading read() throws Exception;

    /**
     * Totals at one instant.
     *
     * @param totals by the figure that each gives when it is divided by the number of calls
     */
    record Reading(Map<Figure, Double> totals) {

        static Reading of(Figure one, double total, Figure other, double otherTotal) {
            return new Reading(Map.of(one, total, other, otherTotal));
        }

        /** What was done since an earlier reading, for each of so many calls. */
        Map<Figure, Double> since(Reading earlier, long calls) {
            return totals.entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey,
                            each -> (each.getValue() - earlier.totals.getOrDefault(each.getKey(), 0.0)) / calls));
        }
    }
}
