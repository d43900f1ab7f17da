package dev.semel.benchmarks;

import java.util.Arrays;

/**
 * What came of a contender in one round.
 *
 * @param calls how many returned, also those that returned late
 * @param callsPerSecond of those that returned before the end of the round, so that one straggler doesn't count as idleness of all
 * @param p50Micros the time of a call, half of which were faster
 * @param p99Micros the time of a call, all but one in a hundred of which were faster
 */
record Round(long calls, double callsPerSecond, double p50Micros, double p99Micros) {

    /** Of the times of all calls in nanoseconds, in any order. */
    static Round of(long[] nanos, long inTime, double seconds) {
        if (nanos.length == 0) {
            throw new IllegalStateException("not one call returned in a round; make rounds longer");
        }
        Arrays.sort(nanos);
        return new Round(nanos.length, inTime / seconds, micros(nanos, 0.50), micros(nanos, 0.99));
    }

    private static double micros(long[] sorted, double share) {
        return sorted[(int) Math.ceil(share * sorted.length) - 1] / 1e3;
    }
}
