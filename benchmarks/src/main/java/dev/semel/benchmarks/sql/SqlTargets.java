package dev.semel.benchmarks.sql;

import dev.semel.benchmarks.report.Figure;
import dev.semel.benchmarks.report.Measurement;
import dev.semel.benchmarks.report.PerformanceTarget;
import dev.semel.benchmarks.report.PerformanceTarget.Bound;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The targets of the SQL stores. Only what was measured is judged, such as a number of threads. */
final class SqlTargets {
    private static final double ALONE = 0.95;
    private static final double SHARE_OF_P99 = 1 / 3.0;
    private static final double SHARE_OF_BUSINESS = 0.68;

    private final List<Measurement> measured;
    private final List<PerformanceTarget> targets = new ArrayList<>();

    private SqlTargets(List<Measurement> measured) {
        this.measured = measured;
    }

    static List<PerformanceTarget> of(String part, List<Measurement> measured) {
        SqlTargets judged = new SqlTargets(measured);
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
        judged.find(SqlScenes.TRANSACTIONS, SqlScenes.TRANSACTIONAL, 64)
                .ifPresent(found -> judged.targets.add(
                        PerformanceTarget.ofRatio(found, SHARE_OF_BUSINESS, "times the bare transaction")));
        return judged.targets;
    }

    private void ratio(String scene, int threads, double limit) {
        find(scene, SqlScenes.COMBINED, threads)
                .ifPresent(
                        found -> targets.add(PerformanceTarget.ofRatio(found, limit, "times the hand-written code")));
    }

    private void p99(int threads) {
        find(SqlScenes.NEW, SqlScenes.COMBINED, threads).ifPresent(found -> {
            double byHand = find(SqlScenes.NEW, SqlScenes.HAND_WRITTEN, threads)
                    .orElseThrow()
                    .get(Figure.P99);
            targets.add(new PerformanceTarget(
                    found.title() + ", p99",
                    Bound.AT_MOST,
                    found.get(Figure.P99) / byHand,
                    SHARE_OF_P99,
                    "times the hand-written code",
                    2));
        });
    }

    private Optional<Measurement> find(String scene, String subject, int threads) {
        return measured.stream()
                .filter(each -> each.is(scene, subject, threads))
                .findFirst();
    }
}
