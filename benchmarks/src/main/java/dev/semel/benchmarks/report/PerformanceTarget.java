package dev.semel.benchmarks.report;

import java.util.Locale;

/**
 * A promise about performance, and the measured value to judge it by.
 *
 * @param name what is promised
 * @param bound on which side of the limit the target is reached
 * @param measured the measured value
 * @param limit the promised value
 * @param unit the unit of both
 * @param decimals how many decimals are shown
 */
public record PerformanceTarget(String name, Bound bound, double measured, double limit, String unit, int decimals) {

    /** The side of the limit on which a target is reached. */
    public enum Bound {
        AT_MOST,
        AT_LEAST
    }

    /** Returns a target for the throughput of a subject beside the baseline's. */
    public static PerformanceTarget ofRatio(Measurement measured, double limit, String unit) {
        return new PerformanceTarget(measured.title(), Bound.AT_LEAST, measured.get(Figure.RATIO), limit, unit, 2);
    }

    /** Returns whether the measured value keeps the promise. */
    public boolean isReached() {
        return bound == Bound.AT_MOST ? measured <= limit : measured >= limit;
    }

    /** Returns a line such as {@code replay, 1 thread: 1.2 µs (target at most 3.0 µs): reached}. */
    public String verdict() {
        return name + ": " + shown(measured) + " (target " + (bound == Bound.AT_MOST ? "at most " : "at least ")
                + shown(limit) + "): " + (isReached() ? "reached" : "NOT REACHED");
    }

    private String shown(double value) {
        return String.format(Locale.ROOT, "%,." + decimals + "f %s", value, unit);
    }
}
