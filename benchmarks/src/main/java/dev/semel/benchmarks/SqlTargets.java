package dev.semel.benchmarks;

import dev.semel.benchmarks.report.Figure;
import dev.semel.benchmarks.report.Score;
import dev.semel.benchmarks.report.Target;
import dev.semel.benchmarks.report.Target.Bound;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What was promised of the SQL stores. What was not measured, such as a number of threads, is not judged. */
final class SqlTargets {
    private static final double ALONE = 0.95;
    private static final double SHARE_OF_P99 = 1 / 3.0;
    private static final double SHARE_OF_BUSINESS = 0.68;

    private final String database;
    private final List<Score> scores;
    private final List<Target> targets = new ArrayList<>();

    private SqlTargets(String database, List<Score> scores) {
        this.database = database;
        this.scores = scores;
    }

    static List<Target> of(String part, String database, List<Score> scores) {
        SqlTargets judged = new SqlTargets(database, scores);
        switch (part) {
            case "postgresql" -> {
                judged.ratio(SqlScenes.NEW, 64, 4);
                judged.ratio(SqlScenes.NEW, 256, 6);
                judged.ratio(SqlScenes.REPLAYS, 64, 5);
            }
            case "mariadb" -> {
                judged.ratio(SqlScenes.NEW, 64, 2.6);
                judged.ratio(SqlScenes.REPLAYS, 64, 5);
            }
            default -> {
                judged.ratio(SqlScenes.NEW, 64, 10);
                judged.ratio(SqlScenes.REPLAYS, 64, 7);
            }
        }
        judged.p99(64);
        judged.ratio(SqlScenes.NEW, 1, ALONE);
        judged.ratio(SqlScenes.REPLAYS, 1, ALONE);
        judged.atLeast(SqlScenes.TRANSACTIONS, SqlScenes.TRANSACTIONAL, 64, SHARE_OF_BUSINESS);
        return judged.targets;
    }

    private void ratio(String scene, int threads, double limit) {
        atLeast(scene, SqlScenes.COMBINED, threads, limit);
    }

    private void atLeast(String scene, String subject, int threads, double limit) {
        find(scene, subject, threads).ifPresent(found -> {
            String against = scene.equals(SqlScenes.TRANSACTIONS) ? "the bare one" : "hand-written";
            String name =
                    String.format(Locale.ROOT, "%s, %s, %s, threads: %d", database, scene, found.subject(), threads);
            targets.add(new Target(name, Bound.AT_LEAST, found.get(Figure.RATIO), limit, "times " + against, 2));
        });
    }

    private void p99(int threads) {
        find(SqlScenes.NEW, SqlScenes.COMBINED, threads).ifPresent(found -> {
            double byHand = find(SqlScenes.NEW, SqlScenes.HAND_WRITTEN, threads)
                    .orElseThrow()
                    .get(Figure.P99);
            String name = String.format(Locale.ROOT, "%s, %s, p99, threads: %d", database, SqlScenes.NEW, threads);
            targets.add(new Target(
                    name, Bound.AT_MOST, found.get(Figure.P99) / byHand, SHARE_OF_P99, "of the hand-written one", 2));
        });
    }

    private Optional<Score> find(String scene, String subject, int threads) {
        return scores.stream().filter(each -> each.is(scene, subject, threads)).findFirst();
    }
}
