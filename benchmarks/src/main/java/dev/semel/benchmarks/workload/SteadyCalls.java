package dev.semel.benchmarks.workload;

import dev.semel.benchmarks.report.PerformanceTarget;
import dev.semel.benchmarks.report.PerformanceTarget.Bound;
import dev.semel.store.Store;
import java.util.List;
import java.util.function.LongSupplier;

/** Counts what the calls of one thread cost once the store has warmed up: two of a unit for a new operation, one for a replay. */
public final class SteadyCalls {
    private static final int CALLS = 200;

    private final SemelCalls calls;
    private final LongSupplier counter;

    private SteadyCalls(SemelCalls calls, LongSupplier counter) {
        this.calls = calls;
        this.counter = counter;
    }

    /**
     * Makes calls on a store, which is closed afterwards.
     *
     * @param counter the running total of what is counted
     * @param prefix the beginning of the targets' names
     * @param unit the unit that is counted, such as round trips
     */
    public static List<PerformanceTarget> count(Store store, LongSupplier counter, String prefix, String unit) {
        try (SemelCalls calls = new SemelCalls(store)) {
            SteadyCalls steady = new SteadyCalls(calls, counter);
            // A store may adapt to the calls it sees. The targets are about its steady state.
            steady.perCall("warm-up-");
            double fresh = steady.perCall("counted-");
            steady.perCall("counted-");
            double replay = steady.perCall("counted-");
            return List.of(
                    new PerformanceTarget(prefix + unit + " for a new operation", Bound.AT_MOST, fresh, 2, unit, 2),
                    new PerformanceTarget(prefix + unit + " for a replay", Bound.AT_MOST, replay, 1, unit, 2));
        }
    }

    private double perCall(String prefix) {
        long before = counter.getAsLong();
        for (int i = 0; i < CALLS; i++) {
            calls.once(prefix + i);
        }
        return (double) (counter.getAsLong() - before) / CALLS;
    }
}
