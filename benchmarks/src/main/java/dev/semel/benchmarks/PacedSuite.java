package dev.semel.benchmarks;

import dev.semel.benchmarks.report.Figure;
import dev.semel.benchmarks.report.Report;
import dev.semel.benchmarks.report.Score;
import dev.semel.benchmarks.report.Target;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A suite of contenders that are measured side by side, in one place after the other.
 *
 * @param <P> a place, such as a private server
 */
abstract class PacedSuite<P extends AutoCloseable> implements Suite {
    private final String name;
    private final String title;
    private final List<String> parts;
    private final @Nullable Pace fixedPace;

    /**
     * Creates one.
     *
     * @param parts the names of the places; none if there is one only
     * @param fixedPace whatever the effort; {@code null} for the suite's usual one
     */
    PacedSuite(String name, String title, List<String> parts, @Nullable Pace fixedPace) {
        this.name = name;
        this.title = title;
        this.parts = parts;
        this.fixedPace = fixedPace;
    }

    /** What was found in all places so far. */
    static final class Findings {
        final List<String> descriptions = new ArrayList<>();
        final List<Score> scores = new ArrayList<>();
        final List<Target> targets = new ArrayList<>();
        final List<String> notes = new ArrayList<>();
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String title() {
        return title;
    }

    @Override
    public final List<String> parts() {
        return parts;
    }

    @Override
    @SuppressWarnings("try") // no place throws an InterruptedException when it is closed
    public final Report run(Workbench bench) throws Exception {
        Pace pace = fixedPace == null ? pace(bench) : fixedPace;
        Findings found = new Findings();
        for (String part : parts.isEmpty() ? List.of("") : parts) {
            if (parts.isEmpty() || bench.selection().has(part)) {
                try (P place = start(part, bench)) {
                    measure(part, place, pace, bench, found);
                }
            }
        }
        List<String> circumstances = bench.circumstances(found.descriptions);
        return new Report(
                name, title, circumstances, Figure.CALLS_PER_SECOND, found.scores, found.targets, found.notes);
    }

    /** The usual pace of this suite. */
    Pace pace(Workbench bench) {
        return Pace.of(bench.effort(), bench.selection());
    }

    /** Starts a place, which is closed after it was measured. */
    abstract P start(String part, Workbench bench) throws Exception;

    /** Measures what is in a place, and adds it to what was found. */
    abstract void measure(String part, P place, Pace pace, Workbench bench, Findings found) throws Exception;
}
