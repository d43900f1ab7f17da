package dev.semel.benchmarks.measure;

import java.util.List;

/**
 * One of several ways to do the same thing.
 *
 * @param name its name in the report
 * @param prepare restores the initial state; called before each number of threads
 * @param step makes one call; many threads do so at the same time
 * @param adds whether each call adds one to every trace
 * @param traces what the calls leave behind, by which their work is checked
 */
public record Contender(String name, Step prepare, Step step, boolean adds, List<Trace> traces) {

    /** An action that may fail. */
    @FunctionalInterface
    public interface Step {
        /** Runs the action. */
        void run() throws Exception;
    }

    /** Something that calls leave behind and that can be counted, such as the rows of a table. */
    @FunctionalInterface
    public interface Trace {
        /** Returns the present count. */
        long count() throws Exception;

        /** Returns the count in the initial state. */
        default long atStart() {
            return 0;
        }
    }

    public Contender {
        traces = List.copyOf(traces);
    }

    /** Returns a contender of which each call adds one to every trace. */
    public static Contender adding(String name, Step prepare, Step step, Trace... traces) {
        return new Contender(name, prepare, step, true, List.of(traces));
    }

    /** Returns a contender whose calls leave every trace as it is. */
    public static Contender reading(String name, Step prepare, Step step, Trace... traces) {
        return new Contender(name, prepare, step, false, List.of(traces));
    }

    void restore() throws Exception {
        prepare.run();
        verify(0);
    }

    /** Fails unless the calls since {@link #restore} left the expected traces. */
    void verify(long calls) throws Exception {
        for (Trace each : traces) {
            long expected = each.atStart() + (adds ? calls : 0);
            long found = each.count();
            if (found != expected) {
                throw new IllegalStateException(name + ": found " + found + " after " + calls + " calls, expected "
                        + expected + "; the calls did not do their work, so the figures are worthless");
            }
        }
    }
}
