package dev.semel.benchmarks.measure;

import dev.semel.benchmarks.report.Figure;
import java.util.List;

/**
 * A suite of contenders that are measured side by side, at one place after the other.
 *
 * @param <P> a place, such as a private server
 */
public abstract class PacedSuite<P extends AutoCloseable> extends Suite {

    /**
     * Creates a suite.
     *
     * @param parts the names of the places; empty if there is only one
     */
    protected PacedSuite(String name, String title, List<String> parts) {
        super(name, title, Figure.CALLS_PER_SECOND, parts);
    }

    @Override
    @SuppressWarnings("try") // no place throws an InterruptedException when it is closed
    protected final void measure(Workbench bench, SuiteFindings found) throws Exception {
        List<Integer> chosen = bench.selection().threads();
        Pace pace = pace(bench.effort(), chosen.isEmpty() ? threads(bench.effort()) : chosen);
        for (String part : parts().isEmpty() ? List.of("") : parts()) {
            if (parts().isEmpty() || bench.selection().has(part)) {
                try (P place = start(part, bench.effort())) {
                    measure(part, place, new SideBySide(pace, bench::report), found);
                }
            }
        }
    }

    /** Returns how many threads call at the same time unless the command line says so. */
    protected List<Integer> threads(Effort effort) {
        return effort.choose(List.of(1), List.of(1, 64), List.of(1, 16, 64, 256));
    }

    /** Returns how much time contenders get. */
    protected Pace pace(Effort effort, List<Integer> threads) {
        return effort.choose(
                Pace.ofMillis(threads, 10, 1, 100),
                Pace.ofMillis(threads, 300, 5, 400),
                Pace.ofMillis(threads, 600, 5, 700));
    }

    /** Starts a place, which is closed after it was measured. */
    protected abstract P start(String part, Effort effort) throws Exception;

    /** Measures the contenders of a place, and adds the results to the findings. */
    protected abstract void measure(String part, P place, SideBySide sideBySide, SuiteFindings found) throws Exception;
}
