package dev.semel.benchmarks.measure;

import dev.semel.benchmarks.report.Figure;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * The result of one contender in one round.
 *
 * @param calls how many calls returned, including those that returned after the end of the round
 * @param callsPerSecond throughput of the calls that returned in time, so that one straggler does not count as idleness of all threads
 * @param p50Micros the median time of a call
 * @param p99Micros the 99th percentile of the time of a call
 */
record Round(long calls, double callsPerSecond, double p50Micros, double p99Micros) {

    /** Returns the round of calls that took these times, in any order. */
    static Round of(long[] nanos, long inTime, double seconds) {
        if (nanos.length == 0) {
            throw new IllegalStateException("no call returned within a round of " + seconds + " s; use longer rounds");
        }
        Arrays.sort(nanos);
        return new Round(nanos.length, inTime / seconds, micros(nanos, 0.50), micros(nanos, 0.99));
    }

    private static double micros(long[] sorted, double share) {
        return sorted[(int) Math.ceil(share * sorted.length) - 1] / 1e3;
    }

    /** Returns its figures and those that a meter showed. */
    Map<Figure, Double> with(Map<Figure, Double> metered) {
        Map<Figure, Double> figures = new EnumMap<>(Figure.class);
        figures.putAll(metered);
        figures.put(Figure.CALLS_PER_SECOND, callsPerSecond);
        figures.put(Figure.P50, p50Micros);
        figures.put(Figure.P99, p99Micros);
        return figures;
    }
}
