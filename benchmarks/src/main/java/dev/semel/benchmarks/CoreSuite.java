package dev.semel.benchmarks;

import dev.semel.benchmarks.report.Figure;
import dev.semel.benchmarks.report.Report;
import dev.semel.benchmarks.report.Score;
import dev.semel.benchmarks.report.Target;
import dev.semel.benchmarks.report.Target.Bound;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What core costs on the memory store, beside what a map and a cache cost that protect nothing. */
final class CoreSuite implements Suite {
    private static final String MAP = "bare ConcurrentHashMap";
    private static final String CAFFEINE = "bare Caffeine";
    private static final String FINGERPRINT = "fingerprint alone";
    private static final String ONCE = "once";
    private static final String ONCE_TEXT = "once, text";
    private static final String ONCE_NEAR = "once, near cache";

    private static final double REPLAY_MICROS = 3;
    private static final double BYTES_PER_RECORD = 1600;

    /** Processors that share a core don't double anything, so replays are held to what work that shares nothing gains. */
    private static final double SHARE_OF_POSSIBLE_GAIN = 0.8;

    private static final double LEAST_POSSIBLE_GAIN = 1.2;

    @Override
    public String name() {
        return "core";
    }

    @Override
    public String title() {
        return "Replays and new operations on the memory store, results of 1 KB";
    }

    @Override
    public Report run(Workbench bench) throws Exception {
        Effort effort = bench.effort();
        List<Score> scores = bench.measure(cases(effort));
        List<Target> targets = new ArrayList<>();
        double replay = nanos(scores, replays(effort.records()), ONCE, 1);
        targets.add(new Target("replay, 1 thread", Bound.AT_MOST, replay / 1000, REPLAY_MICROS, "µs", 2));
        List<String> notes = new ArrayList<>();
        for (int threads : effort.threads()) {
            // More threads than processors gain nothing by nature.
            if (threads > 1 && threads <= Runtime.getRuntime().availableProcessors()) {
                judgeScaling(scores, replays(effort.records()), threads, targets, notes);
            }
        }
        targets.add(heap(bench));
        return new Report(
                name(),
                title(),
                bench.circumstances(List.of()),
                Figure.NANOS_PER_CALL,
                Score.comparedWith(MAP, scores),
                targets,
                notes);
    }

    private static List<Case> cases(Effort effort) {
        return effort.everything() ? all(effort) : mostTelling(effort);
    }

    private static List<Case> mostTelling(Effort effort) {
        int most = effort.threads().get(effort.threads().size() - 1);
        Replays alone = new Replays(effort.records(), 1);
        Replays together = new Replays(effort.records(), most);
        return List.of(
                alone.by(MAP, "map"),
                alone.by(CAFFEINE, "caffeine"),
                alone.by(FINGERPRINT, "fingerprint"),
                alone.by(ONCE, "replay"),
                alone.by(ONCE_NEAR, "replayNear"),
                together.by(MAP, "map"),
                together.by(FINGERPRINT, "fingerprint"),
                together.by(ONCE, "replay"),
                fresh(MAP, "map", 1),
                fresh(ONCE, "once", 1));
    }

    private static List<Case> all(Effort effort) {
        List<Case> cases = new ArrayList<>();
        for (int threads : effort.threads()) {
            Replays spread = new Replays(effort.records(), threads);
            cases.add(spread.by(MAP, "map"));
            cases.add(spread.by(CAFFEINE, "caffeine"));
            cases.add(spread.by(FINGERPRINT, "fingerprint"));
            cases.add(spread.by(ONCE, "replay"));
            cases.add(spread.by(ONCE_NEAR, "replayNear"));
        }
        cases.add(new Replays(effort.records(), 1).by(ONCE_TEXT, "replayText"));
        for (int threads : effort.threads()) {
            Replays hot = new Replays(1, threads);
            cases.add(hot.by(MAP, "map"));
            cases.add(hot.by(CAFFEINE, "caffeine"));
            cases.add(hot.by(ONCE, "replay"));
            cases.add(hot.by(ONCE_NEAR, "replayNear"));
        }
        for (int threads : effort.threads()) {
            cases.add(fresh(MAP, "map", threads));
            cases.add(fresh(ONCE, "once", threads));
        }
        return cases;
    }

    private static Case fresh(String subject, String method, int threads) {
        return new Case("new operations", subject, NewBenchmark.class, method, threads, Map.of());
    }

    private record Replays(int records, int threads) {
        Case by(String subject, String method) {
            Map<String, String> parameters = Map.of("records", String.valueOf(records));
            return new Case(replays(records), subject, ReplayBenchmark.class, method, threads, parameters);
        }
    }

    private static String replays(int records) {
        return records == 1
                ? "replays of one hot record"
                : String.format(Locale.ROOT, "replays of %,d records", records);
    }

    private static void judgeScaling(
            List<Score> scores, String scene, int threads, List<Target> targets, List<String> notes) {
        double possible = gain(scores, scene, FINGERPRINT, threads);
        double replay = gain(scores, scene, ONCE, threads);
        if (possible < LEAST_POSSIBLE_GAIN) {
            notes.add(String.format(
                    Locale.ROOT,
                    "replay, gain of %d threads over 1: %.2f times, not judged: work that shares nothing gained %.2f times,"
                            + " so the machine was busy; run it again on a quiet one",
                    threads,
                    replay,
                    possible));
            return;
        }
        String name = String.format(
                Locale.ROOT,
                "replay, gain of %d threads over 1 (work that shares nothing: %.2f times)",
                threads,
                possible);
        targets.add(new Target(name, Bound.AT_LEAST, replay, SHARE_OF_POSSIBLE_GAIN * possible, "times", 2));
    }

    private static double gain(List<Score> scores, String scene, String subject, int threads) {
        return threads * nanos(scores, scene, subject, 1) / nanos(scores, scene, subject, threads);
    }

    private static double nanos(List<Score> scores, String scene, String subject, int threads) {
        return scores.stream()
                .filter(each -> each.is(scene, subject, threads))
                .findFirst()
                .orElseThrow()
                .get(Figure.NANOS_PER_CALL);
    }

    private static Target heap(Workbench bench) throws Exception {
        // The serial collector leaves no half-filled regions, so what is used is what is live.
        List<String> jvm = List.of("-Xmx1g", "-XX:+UseSerialGC");
        String bytes = bench.inFreshJvm(
                jvm, HeapProbe.class, String.valueOf(bench.effort().heapRecords()));
        return new Target(
                "heap for each settled record with a result of 1,024 bytes and a key of 36",
                Bound.AT_MOST,
                Double.parseDouble(bytes),
                BYTES_PER_RECORD,
                "bytes",
                0);
    }
}
