package dev.semel.benchmarks;

import dev.semel.benchmarks.report.Figure;
import dev.semel.benchmarks.report.Score;
import dev.semel.benchmarks.report.Target;
import dev.semel.benchmarks.report.Target.Bound;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What was promised of the Redis store. What was not measured, such as a number of threads, is not judged. */
final class RedisTargets {
    private static final int THREADS = 64;
    private static final Map<String, Double> LIMITS = Map.of(RedisScenes.NEW, 1.6, RedisScenes.REPLAYS, 1.4);

    private RedisTargets() {}

    /** Of a server that works in memory only: there nothing hides what Semel itself costs. */
    static List<Target> of(String part, String place, List<Score> scores) {
        return scores.stream()
                .filter(each -> part.equals("memory")
                        && each.threads() == THREADS
                        && each.subject().equals(RedisScenes.SEMEL))
                .map(each -> target(place, each))
                .toList();
    }

    private static Target target(String place, Score score) {
        String name = String.format(Locale.ROOT, "%s, %s, threads: %d", place, score.scene(), THREADS);
        return new Target(
                name,
                Bound.AT_LEAST,
                score.get(Figure.RATIO),
                LIMITS.getOrDefault(score.scene(), 1.0),
                "times the usual middleware",
                2);
    }
}
