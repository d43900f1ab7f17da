package dev.semel.benchmarks;

import dev.semel.benchmarks.report.Figure;
import dev.semel.benchmarks.report.Score;
import dev.semel.benchmarks.report.Target;
import dev.semel.benchmarks.report.Target.Bound;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the servlet filter costs: one endpoint of a Spring Boot application, bare and behind the filter, asked over the loopback interface. */
final class HttpSuite extends PacedSuite<HttpPlace> {
    private static final int THREADS = 16;

    HttpSuite() {
        this(null);
    }

    /** With a pace of its own, whatever the effort. */
    HttpSuite(@Nullable Pace pace) {
        super(
                "http",
                "Spring Boot endpoint: a POST of 100 bytes, an answer of 1 KB, records in memory",
                List.of(),
                pace);
    }

    @Override
    HttpPlace start(String part, Workbench bench) throws Exception {
        return HttpPlace.start();
    }

    @Override
    void measure(String part, HttpPlace place, Pace pace, Workbench bench, Findings found) throws Exception {
        List<Score> scores = new SideBySide(pace, Meter.NONE)
                .measure(bench, "", Map.of("one endpoint", place.contenders()), SideBySide.Calming.NONE);
        found.scores.addAll(scores);
        found.targets.addAll(targets(scores));
    }

    /** Short rounds and many of them: what is compared differs by little, and a machine changes its mind more slowly than that. */
    @Override
    Pace pace(Workbench bench) {
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
