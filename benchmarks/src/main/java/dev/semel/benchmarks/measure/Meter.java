package dev.semel.benchmarks.measure;

import dev.semel.benchmarks.report.Figure;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads running totals, such as the commits of a server or the CPU time of this process. */
@FunctionalInterface
public interface Meter {
    /** Reads nothing. */
    Meter NONE = () -> new Reading(Map.of());

    /** Reads all totals. */
    Reading read() throws Exception;

    /**
     * The totals at one instant.
     *
     * @param totals each by the figure that it gives when divided by the number of calls
     */
    record Reading(Map<Figure, Double> totals) {

        /** Returns a reading of two totals. */
        public static Reading of(Figure one, double total, Figure other, double otherTotal) {
            return new Reading(Map.of(one, total, other, otherTotal));
        }

        /** Returns the difference to an earlier reading, per call. */
        Map<Figure, Double> since(Reading earlier, long calls) {
            return totals.entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey,
                            each -> (each.getValue() - earlier.totals.getOrDefault(each.getKey(), 0.0)) / calls));
        }
    }
}
