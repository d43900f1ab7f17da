package dev.semel.testkit.history;

import java.util.Arrays;

/** Time spans. Spans that are close together are joined, so that a long story takes little memory. */
public final class Spans {
    private static final long CLOSE_NANOS = 200_000_000;

    private long[] limits = new long[2];
    private int used;

    /** Creates an empty set of spans. */
    public Spans() {}

    /** Adds a span. */
    public void add(long from, long to) {
        if (used > 0 && from <= limits[used - 1] + CLOSE_NANOS && to >= limits[used - 2] - CLOSE_NANOS) {
            limits[used - 2] = Math.min(limits[used - 2], from);
            limits[used - 1] = Math.max(limits[used - 1], to);
            return;
        }
        if (used == limits.length) {
            limits = Arrays.copyOf(limits, 2 * used);
        }
        limits[used++] = from;
        limits[used++] = to;
    }

    /** Returns whether any span overlaps the one between these times. */
    public boolean meet(long from, long to) {
        for (int i = 0; i < used; i += 2) {
            if (limits[i] <= to && limits[i + 1] >= from) {
                return true;
            }
        }
        return false;
    }
}
