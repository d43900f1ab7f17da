package dev.semel.benchmarks.report;

import java.util.Locale;

/**
 * What was promised, and what came out.
 *
 * @param name what is promised
 * @param bound on which side of the limit the promise is kept
 * @param measured what came out
 * @param limit what was promised
 * @param unit of both
 * @param decimals how many of them are worth showing
 */
public record Target(String name, Bound bound, double measured, double limit, String unit, int decimals) {

    public enum Bound {
        AT_MOST,
        AT_LEAST
    }

    public boolean isReached() {
        return bound == Bound.AT_MOST ? measured <= limit : measured >= limit;
    }

    /** Such as {@code replay, 1 thread: 1.2 µs (target 3.0 µs): reached}. */
    public String verdict() {
        return name + ": " + shown(measured) + " (target " + (bound == Bound.AT_MOST ? "at most " : "at least ")
                + shown(limit) + "): " + (isReached() ? "reached" : "NOT REACHED");
    }

    private String shown(double value) {
        return String.format(Locale.ROOT, "%,." + decimals + "f %s", value, unit);
    }
}
