package dev.semel.benchmarks.measure;

import dev.semel.benchmarks.report.Comparison;
import dev.semel.benchmarks.report.Figure;
import dev.semel.benchmarks.report.Measurement;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Measures contenders in turns, round after round, so that a temporary disturbance of the machine, such as a checkpoint or another process,
 * affects all of them. The first contender of a scene is the baseline.
 */
public final class SideBySide {
    private static final double STILL_COMPILING = 0.02;
    private static final int MOST_SLICES = 16;

    private final Pace pace;
    private final Consumer<Measurement> progress;

    SideBySide(Pace pace, Consumer<Measurement> progress) {
        this.pace = pace;
        this.progress = progress;
    }

    /**
     * Measures every scene with every number of threads.
     *
     * @param scenes the contenders of each scene
     * @param settle called before each comparison, so that a server can complete the work that earlier contenders left behind
     */
    public List<Measurement> measure(
            String place, Map<String, List<Contender>> scenes, Meter meter, Contender.Step settle) throws Exception {
        List<Measurement> measured = new ArrayList<>();
        for (Map.Entry<String, List<Contender>> scene : scenes.entrySet()) {
            warmUp(scene.getValue());
            for (int threads : pace.threads()) {
                settle.run();
                Comparison comparison = Comparison.ofThroughput(place, scene.getKey(), threads);
                List<Measurement> found = measure(comparison, scene.getValue(), meter);
                found.forEach(progress);
                measured.addAll(found);
            }
        }
        return measured;
    }

    /**
     * Calls each contender until its code is compiled, on enough threads to take every path. On a busy machine that takes longer, and without it
     * a contender with more code would be measured while it is still being compiled.
     */
    private void warmUp(List<Contender> contenders) throws Exception {
        try (CallingThreads threads = new CallingThreads(16)) {
            for (Contender each : contenders) {
                each.restore();
                warmUp(threads, each, pace.warmup().multipliedBy(3));
            }
        }
    }

    /** Returns how many calls were made. */
    private static long warmUp(CallingThreads threads, Contender contender, Duration slice) throws Exception {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        long calls = 0;
        long compiled;
        int slices = 0;
        do {
            long before = compiler.getTotalCompilationTime();
            calls += threads.work(contender.step(), slice).calls();
            compiled = compiler.getTotalCompilationTime() - before;
        } while (compiled > slice.toMillis() * STILL_COMPILING && ++slices < MOST_SLICES);
        return calls;
    }

    List<Measurement> measure(Comparison comparison, List<Contender> contenders, Meter meter) throws Exception {
        Map<Contender, List<Map<Figure, Double>>> rounds = new LinkedHashMap<>();
        Map<Contender, Long> calls = new LinkedHashMap<>();
        for (Contender each : contenders) {
            each.restore();
            rounds.put(each, new ArrayList<>());
        }
        try (CallingThreads threads = new CallingThreads(comparison.threads())) {
            for (Contender each : contenders) {
                // More threads take other paths, which have to be compiled as well.
                calls.put(each, warmUp(threads, each, pace.warmup()));
            }
            for (int i = 0; i < pace.rounds(); i++) {
                for (Map.Entry<Contender, List<Map<Figure, Double>>> each : rounds.entrySet()) {
                    Meter.Reading before = meter.read();
                    Round round = threads.work(each.getKey().step(), pace.round());
                    each.getValue().add(round.with(meter.read().since(before, round.calls())));
                    calls.merge(each.getKey(), round.calls(), Long::sum);
                }
            }
        }
        for (Map.Entry<Contender, Long> each : calls.entrySet()) {
            each.getKey().verify(each.getValue());
        }
        List<Map<Figure, Double>> baseline = rounds.values().iterator().next();
        return rounds.entrySet().stream()
                .map(each -> comparison.measurement(each.getKey().name(), each.getValue(), baseline))
                .toList();
    }
}
