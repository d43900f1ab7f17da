package dev.semel.benchmarks;

import dev.semel.benchmarks.report.Score;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the Redis store costs beside what people write by hand, beside other libraries, and beside what the server can do at best. */
final class RedisSuite extends PacedSuite<RedisSite> {
    private static final List<String> PARTS = List.of("memory", "disk");

    RedisSuite() {
        this(null);
    }

    /** With a pace of its own, whatever the effort. */
    RedisSuite(@Nullable Pace pace) {
        super("redis", "Redis store: results of 1 KB, all threads on shared connections", PARTS, pace);
    }

    /** At most 64 threads unless more are asked for. */
    @Override
    Pace pace(Workbench bench) {
        Pace usual = super.pace(bench);
        boolean fewer = bench.selection().threads().isEmpty() && bench.effort().everything();
        return fewer ? usual.with(List.of(1, 16, 64)) : usual;
    }

    @Override
    RedisSite start(String part, Workbench bench) {
        return RedisSite.start(part);
    }

    @Override
    void measure(String part, RedisSite site, Pace pace, Workbench bench, Findings found) throws Exception {
        found.descriptions.add(site.description());
        List<Score> scores;
        try (RedisScenes scenes = new RedisScenes(site)) {
            scores =
                    new SideBySide(pace, site::read).measure(bench, site.name(), scenes.all(), SideBySide.Calming.NONE);
        }
        found.scores.addAll(scores);
        found.targets.addAll(RedisTargets.of(part, site.name(), scores));
        if (part.equals("memory")) {
            found.targets.addAll(RoundTripCount.of(site));
        }
    }
}
