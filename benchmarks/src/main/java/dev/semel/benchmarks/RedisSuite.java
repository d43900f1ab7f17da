package dev.semel.benchmarks;

import dev.semel.benchmarks.report.Figure;
import dev.semel.benchmarks.report.Report;
import dev.semel.benchmarks.report.Score;
import dev.semel.benchmarks.report.Target;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the Redis store costs beside what people write by hand, beside other libraries, and beside what the server can do at best. */
final class RedisSuite implements Suite {
    private static final List<String> PARTS = List.of("memory", "disk");

    private final @Nullable Pace fixedPace;

    RedisSuite() {
        this(null);
    }

    /** With a pace of its own, whatever the effort. */
    RedisSuite(@Nullable Pace pace) {
        this.fixedPace = pace;
    }

    @Override
    public String name() {
        return "redis";
    }

    @Override
    public String title() {
        return "Redis store: results of 1 KB, all threads on shared connections";
    }

    @Override
    public List<String> parts() {
        return PARTS;
    }

    @Override
    public Report run(Workbench bench) throws Exception {
        Pace pace = fixedPace == null ? pace(bench) : fixedPace;
        List<String> descriptions = new ArrayList<>();
        List<Score> scores = new ArrayList<>();
        List<Target> targets = new ArrayList<>();
        for (String part : PARTS) {
            if (bench.selection().has(part)) {
                try (RedisSite site = RedisSite.start(part)) {
                    descriptions.add(site.description());
                    List<Score> found = measure(site, pace, bench);
                    scores.addAll(found);
                    targets.addAll(RedisTargets.of(part, site.name(), found));
                    if (part.equals("memory")) {
                        targets.addAll(RoundTripCount.of(site));
                    }
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

    /** At most 64 threads unless somebody asks for more. */
    private static Pace pace(Workbench bench) {
        Pace usual = Pace.of(bench.effort(), bench.selection());
        return bench.selection().threads().isEmpty() && bench.effort().everything()
                ? new Pace(List.of(1, 16, 64), usual.warmup(), usual.rounds(), usual.round())
                : usual;
    }

    private static List<Score> measure(RedisSite site, Pace pace, Workbench bench) throws Exception {
        try (RedisScenes scenes = new RedisScenes(site)) {
            return new SideBySide(pace, site::read).measure(bench, site.name(), scenes.all(), SideBySide.Calming.NONE);
        }
    }
}
