package dev.semel.benchmarks.core;

import dev.semel.benchmarks.measure.Effort;
import dev.semel.benchmarks.measure.FreshJvm;
import dev.semel.benchmarks.measure.Suite;
import dev.semel.benchmarks.measure.SuiteFindings;
import dev.semel.benchmarks.measure.Workbench;
import dev.semel.benchmarks.report.Figure;
import dev.semel.benchmarks.report.Measurement;
import dev.semel.benchmarks.report.PerformanceTarget;
import dev.semel.benchmarks.report.PerformanceTarget.Bound;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The cost of the core on the memory store, beside a map and a cache that protect nothing. */
public final class CoreSuite extends Suite {
    private static final String MAP = "bare ConcurrentHashMap";
    private static final String CAFFEINE = "bare Caffeine";
    private static final String FINGERPRINT = "fingerprint alone";
    private static final String ONCE = "once";
    private static final String ONCE_TEXT = "once, text";
    private static final String ONCE_NEAR = "once, near cache";

    private static final Map<String, String> REPLAY_METHODS = Map.of(
            MAP, "map",
            CAFFEINE, "caffeine",
            FINGERPRINT, "fingerprint",
            ONCE, "replay",
            ONCE_TEXT, "replayText",
            ONCE_NEAR, "replayNear");

    private static final double REPLAY_MICROS = 3;
    private static final double BYTES_PER_RECORD = 1600;

    /** Processors that share a core double nothing, so replays are compared with the gain of work that shares nothing. */
    private static final double SHARE_OF_POSSIBLE_GAIN = 0.8;

    private static final double LEAST_POSSIBLE_GAIN = 1.2;

    /** Creates the suite. */
    public CoreSuite() {
        super(
                "core",
                "Replays and new operations on the memory store, results of 1 KB",
                Figure.NANOS_PER_CALL,
                List.of());
    }

    @Override
    protected void measure(Workbench bench, SuiteFindings found) throws Exception {
        Effort effort = bench.effort();
        int cores = Runtime.getRuntime().availableProcessors();
        List<Integer> threads = effort.choose(List.of(1, 2), List.of(1, cores), List.of(1, cores, 2 * cores)).stream()
                .distinct()
                .toList();
        int records = effort.choose(10, 10_000, 10_000);
        List<JmhCase> cases = effort == Effort.QUICK ? mostTelling(threads, records) : all(threads, records);
        List<Measurement> measured = new ArrayList<>();
        for (JmhCase each : cases) {
            measured.add(each.measure(effort, bench.log()));
            bench.progress().printf("%d/%d  ", measured.size(), cases.size());
            bench.report(measured.get(measured.size() - 1));
        }
        found.add(Measurement.comparedWith(MAP, measured));
        Replays replays = new Replays(measured, scene(records));
        found.judge(new PerformanceTarget(
                "replay, 1 thread", Bound.AT_MOST, replays.nanos(ONCE, 1) / 1000, REPLAY_MICROS, "µs", 2));
        // More threads than processors cannot gain anything.
        threads.stream().filter(each -> each > 1 && each <= cores).forEach(each -> replays.judgeGain(each, found));
        found.judge(heap(effort.choose(1_000, 200_000, 200_000)));
    }

    private static List<JmhCase> mostTelling(List<Integer> threads, int records) {
        int most = threads.get(threads.size() - 1);
        return Stream.of(
                        replays(records, 1, MAP, CAFFEINE, FINGERPRINT, ONCE, ONCE_NEAR),
                        replays(records, most, MAP, FINGERPRINT, ONCE),
                        newOperations(1))
                .flatMap(List::stream)
                .toList();
    }

    private static List<JmhCase> all(List<Integer> threads, int records) {
        List<JmhCase> cases = new ArrayList<>();
        threads.forEach(each -> cases.addAll(replays(records, each, MAP, CAFFEINE, FINGERPRINT, ONCE, ONCE_NEAR)));
        cases.addAll(replays(records, 1, ONCE_TEXT));
        threads.forEach(each -> cases.addAll(replays(1, each, MAP, CAFFEINE, ONCE, ONCE_NEAR)));
        threads.forEach(each -> cases.addAll(newOperations(each)));
        return cases;
    }

    private static List<JmhCase> replays(int records, int threads, String... subjects) {
        Map<String, String> parameters = Map.of("records", String.valueOf(records));
        return Stream.of(subjects)
                .map(each -> new JmhCase(
                        scene(records),
                        each,
                        ReplayBenchmark.class,
                        REPLAY_METHODS.getOrDefault(each, each),
                        threads,
                        parameters))
                .toList();
    }

    private static List<JmhCase> newOperations(int threads) {
        return List.of(
                new JmhCase("new operations", MAP, NewBenchmark.class, "map", threads, Map.of()),
                new JmhCase("new operations", ONCE, NewBenchmark.class, "once", threads, Map.of()));
    }

    private static String scene(int records) {
        return records == 1
                ? "replays of one hot record"
                : String.format(Locale.ROOT, "replays of %,d records", records);
    }

    /** The measured replays of one scene. */
    private record Replays(List<Measurement> measured, String scene) {
        double nanos(String subject, int threads) {
            return measured.stream()
                    .filter(each -> each.is(scene, subject, threads))
                    .findFirst()
                    .orElseThrow()
                    .get(Figure.NANOS_PER_CALL);
        }

        private double gain(String subject, int threads) {
            return threads * nanos(subject, 1) / nanos(subject, threads);
        }

        void judgeGain(int threads, SuiteFindings found) {
            double possible = gain(FINGERPRINT, threads);
            double replay = gain(ONCE, threads);
            String name = String.format(
                    Locale.ROOT,
                    "replay, gain of %d threads over 1 (work that shares nothing: %.2f times)",
                    threads,
                    possible);
            if (possible < LEAST_POSSIBLE_GAIN) {
                found.note(String.format(
                        Locale.ROOT,
                        "%s: %.2f times, not judged since the machine was busy; repeat it on an idle one",
                        name,
                        replay));
            } else {
                found.judge(new PerformanceTarget(
                        name, Bound.AT_LEAST, replay, SHARE_OF_POSSIBLE_GAIN * possible, "times", 2));
            }
        }
    }

    private static PerformanceTarget heap(int records) throws Exception {
        // The serial collector leaves no half-filled regions, so the used heap is the live heap.
        String bytes = FreshJvm.with(List.of("-Xmx1g", "-XX:+UseSerialGC"))
                .run(HeapProbe.class.getName(), String.valueOf(records));
        return new PerformanceTarget(
                "heap for each settled record with a result of 1,024 bytes and a key of 36",
                Bound.AT_MOST,
                Double.parseDouble(bytes),
                BYTES_PER_RECORD,
                "bytes",
                0);
    }
}
