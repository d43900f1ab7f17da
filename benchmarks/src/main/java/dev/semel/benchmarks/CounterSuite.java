package dev.semel.benchmarks;

import dev.semel.benchmarks.report.Figure;
import dev.semel.benchmarks.report.Score;
import dev.semel.benchmarks.report.Target;
import dev.semel.benchmarks.report.Target.Bound;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What counting by subject and window costs beside the raw increment of the same store. */
final class CounterSuite extends PacedSuite<CountSite> {
    private static final List<String> PARTS = List.of("postgresql", "redis");
    private static final int THREADS = 64;

    CounterSuite() {
        this(null);
    }

    /** With a pace of its own, whatever the effort. */
    CounterSuite(@Nullable Pace pace) {
        super(
                "counters",
                "Counters: one hot subject, and subjects that are spread, beside the raw increment",
                PARTS,
                pace);
    }

    @Override
    Pace pace(Workbench bench) {
        List<Integer> asked = bench.selection().threads();
        return super.pace(bench).with(asked.isEmpty() ? List.of(1, THREADS) : asked);
    }

    @Override
    CountSite start(String part, Workbench bench) throws Exception {
        return CountSite.start(part, bench.effort().everything() ? 1_000_000 : 20_000);
    }

    @Override
    void measure(String part, CountSite site, Pace pace, Workbench bench, Findings found) throws Exception {
        found.descriptions.add(site.description());
        List<Score> scores =
                new SideBySide(pace, site::read).measure(bench, site.name(), site.scenes(), SideBySide.Calming.NONE);
        found.scores.addAll(scores);
        found.targets.addAll(targets(part, scores));
    }

    /** What was promised with 64 threads. */
    private static List<Target> targets(String part, List<Score> scores) {
        return scores.stream()
                .filter(each -> each.threads() == THREADS && each.subject().equals(CountSite.SEMEL))
                .filter(each -> each.scene().equals(CountSite.COLD) || part.equals("postgresql"))
                .map(each -> new Target(
                        String.format(Locale.ROOT, "%s, %s, threads: %d", each.place(), each.scene(), THREADS),
                        Bound.AT_LEAST,
                        each.get(Figure.RATIO),
                        each.scene().equals(CountSite.COLD) ? 0.9 : 5,
                        "times the raw increment",
                        2))
                .toList();
    }
}
