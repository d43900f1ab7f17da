package dev.semel.benchmarks.counters;

import dev.semel.benchmarks.measure.Effort;
import dev.semel.benchmarks.measure.PacedSuite;
import dev.semel.benchmarks.measure.SideBySide;
import dev.semel.benchmarks.measure.SuiteFindings;
import dev.semel.benchmarks.report.Measurement;
import dev.semel.benchmarks.report.PerformanceTarget;
import java.util.List;

/** The cost of counting by subject and window beside the raw increment of the same store. */
public final class CounterSuite extends PacedSuite<CountScenes> {
    private static final int THREADS = 64;

    /** Creates the suite. */
    public CounterSuite() {
        super(
                "counters",
                "Counters: one hot subject, and subjects that are spread, beside the raw increment",
                List.of("postgresql", "redis"));
    }

    @Override
    protected List<Integer> threads(Effort effort) {
        return List.of(1, THREADS);
    }

    @Override
    protected CountScenes start(String part, Effort effort) throws Exception {
        int subjects = effort.choose(20_000, 20_000, 1_000_000);
        return part.equals("redis") ? new RedisCounts(subjects) : new SqlCounts(subjects);
    }

    @Override
    protected void measure(String part, CountScenes counts, SideBySide sideBySide, SuiteFindings found)
            throws Exception {
        found.describe(counts.description());
        List<Measurement> measured = sideBySide.measure(counts.name(), counts.scenes(), counts::read, () -> {});
        found.add(measured);
        found.judge(targets(part, measured));
    }

    private static List<PerformanceTarget> targets(String part, List<Measurement> measured) {
        return measured.stream()
                .filter(each -> each.threads() == THREADS && each.subject().equals(CountScenes.SEMEL))
                .filter(each -> each.scene().equals(CountScenes.COLD) || part.equals("postgresql"))
                .map(each -> PerformanceTarget.ofRatio(
                        each, each.scene().equals(CountScenes.COLD) ? 0.9 : 5, "times the raw increment"))
                .toList();
    }
}
