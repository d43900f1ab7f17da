package dev.semel.benchmarks;

import dev.semel.benchmarks.Score.Comparison;
import dev.semel.benchmarks.Target.Bound;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
    public Findings run(Workbench bench) throws Exception {
        Pace pace = fixedPace == null ? pace(bench) : fixedPace;
        List<Score> scores = new ArrayList<>();
        try (HttpPlace place = HttpPlace.start()) {
            SideBySide sideBySide = new SideBySide(pace, () -> new Meter.Reading(0, 0));
            sideBySide.warmUp(place.contenders());
            for (int threads : pace.threads()) {
                Comparison where = new Comparison("Spring Boot", "one endpoint", threads);
                List<Score> found = sideBySide.measure(where, place.contenders());
                found.forEach(each -> bench.say("%s", HttpReport.line(each).strip()));
                scores.addAll(found);
            }
        }
        return new HttpReport(name(), title(), bench.circumstances(), scores, targets(scores));
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
                score.ratio(),
                limit,
                "of the bare endpoint",
                2);
    }
}
