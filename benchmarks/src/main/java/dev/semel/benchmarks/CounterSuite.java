package dev.semel.benchmarks;

import dev.semel.benchmarks.report.Figure;
import dev.semel.benchmarks.report.Report;
import dev.semel.benchmarks.report.Score;
import dev.semel.benchmarks.report.Target;
import dev.semel.benchmarks.report.Target.Bound;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What counting by subject and window costs beside the raw increment of the same store. */
final class CounterSuite implements Suite {
    private static final List<String> PARTS = List.of("postgresql", "redis");
    private static final int THREADS = 64;

    private final @Nullable Pace fixedPace;

    CounterSuite() {
        this(null);
    }

    /** With a pace of its own, whatever the effort. */
    CounterSuite(@Nullable Pace pace) {
        this.fixedPace = pace;
    }

    @Override
    public String name() {
        return "counters";
    }

    @Override
    public String title() {
        return "Counters: one hot subject, and subjects that are spread, beside the raw increment";
    }

    @Override
    public List<String> parts() {
        return PARTS;
    }

    @Override
    public Report run(Workbench bench) throws Exception {
        Pace usual = Pace.of(bench.effort(), bench.selection());
        List<Integer> threads = bench.selection().threads().isEmpty()
                ? List.of(1, THREADS)
                : bench.selection().threads();
        Pace pace = fixedPace == null ? new Pace(threads, usual.warmup(), usual.rounds(), usual.round()) : fixedPace;
        int subjects = bench.effort().everything() ? 1_000_000 : 20_000;
        List<String> descriptions = new ArrayList<>();
        List<Score> scores = new ArrayList<>();
        List<Target> targets = new ArrayList<>();
        for (String part : PARTS) {
            if (bench.selection().has(part)) {
                try (CountSite site = CountSite.start(part, subjects)) {
                    descriptions.add(site.description());
                    List<Score> found = measure(site, pace, bench);
                    scores.addAll(found);
                    targets.addAll(targets(part, found));
                }
            }
        }
        return new Report(
                name(),
                title(),
                bench.circumstances(descriptions),
                Figure.CALLS_PER_SECOND,
                scores,
                targets,
                List.of());
    }

    private static List<Score> measure(CountSite site, Pace pace, Workbench bench) throws Exception {
        return new SideBySide(pace, site::read).measure(bench, site.name(), site.scenes(), SideBySide.Calming.NONE);
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
