package dev.semel.benchmarks;

import dev.semel.benchmarks.report.Figure;
import dev.semel.benchmarks.report.Report;
import dev.semel.benchmarks.report.Score;
import dev.semel.benchmarks.report.Target;
import dev.semel.benchmarks.report.Target.Bound;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the servlet filter costs: one endpoint of a Spring Boot application, bare and behind the filter, asked over the loopback interface. */
final class HttpSuite implements Suite {
    private static final int THREADS = 16;

    private final @Nullable Pace fixedPace;

    HttpSuite() {
        this(null);
    }

    /** With a pace of its own, whatever the effort. */
    HttpSuite(@Nullable Pace pace) {
        this.fixedPace = pace;
    }

    @Override
    public String name() {
        return "http";
    }

    @Override
    public String title() {
        return "Spring Boot endpoint: a POST of 100 bytes, an answer of 1 KB, records in memory";
    }

    @Override
    public Report run(Workbench bench) throws Exception {
        Pace pace = fixedPace == null ? pace(bench) : fixedPace;
        List<Score> scores;
        try (HttpPlace place = HttpPlace.start()) {
            scores = new SideBySide(pace, Meter.NONE)
                    .measure(bench, "", Map.of("one endpoint", place.contenders()), SideBySide.Calming.NONE);
        }
        return new Report(
                name(),
                title(),
                bench.circumstances(List.of()),
                Figure.CALLS_PER_SECOND,
                scores,
                targets(scores),
                List.of());
    }

    /** Short rounds and many of them: what is compared differs by little, and a machine changes its mind more slowly than that. */
    private static Pace pace(Workbench bench) {
        List<Integer> asked = bench.selection().threads();
        List<Integer> threads = asked.isEmpty() ? List.of(1, THREADS) : asked;
        return bench.effort().everything()
                ? new Pace(threads, Duration.ofMillis(600), 25, Duration.ofMillis(400))
                : new Pace(threads, Duration.ofMillis(300), 11, Duration.ofMillis(300));
    }

    private static List<Target> targets(List<Score> scores) {
        List<Target> targets = new ArrayList<>();
        for (Score each : scores) {
            if (each.threads() == THREADS && each.subject().equals(HttpPlace.WITHOUT_KEY)) {
                targets.add(target(each, 0.97));
            } else if (each.threads() == THREADS && each.subject().equals(HttpPlace.REPLAYS)) {
                targets.add(target(each, 0.9));
            }
        }
        return targets;
    }

    private static Target target(Score score, double limit) {
        return new Target(
                score.subject() + ", threads: " + THREADS,
                Bound.AT_LEAST,
                score.get(Figure.RATIO),
                limit,
                "of the bare endpoint",
                2);
    }
}
