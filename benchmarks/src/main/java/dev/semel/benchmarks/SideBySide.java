package dev.semel.benchmarks;

import dev.semel.benchmarks.Comparison.Metered;
import dev.semel.benchmarks.report.Score;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures contenders in turns, round after round, so that what disturbs the machine for a while, such as a checkpoint or another process,
 * disturbs all of them. The first of them is the baseline.
 */
final class SideBySide {
    private static final double STILL_COMPILING = 0.02;
    private static final int MOST_SLICES = 16;

    private final Pace pace;
    private final Meter meter;

    SideBySide(Pace pace, Meter meter) {
        this.pace = pace;
        this.meter = meter;
    }

    /**
     * Measures every scene with every number of threads.
     *
     * @param calmDown called before each comparison
     */
    List<Score> measure(
            Workbench bench, String place, Map<String, ? extends List<? extends Contender>> scenes, Calming calmDown)
            throws Exception {
        List<Score> scores = new ArrayList<>();
        for (Map.Entry<String, ? extends List<? extends Contender>> scene : scenes.entrySet()) {
            warmUp(scene.getValue());
            for (int threads : pace.threads()) {
                calmDown.calm();
                List<Score> found = measure(new Comparison(place, scene.getKey(), threads), scene.getValue());
                found.forEach(bench::say);
                scores.addAll(found);
            }
        }
        return scores;
    }

    /** Lets a server finish what earlier contenders have left it to do. */
    @FunctionalInterface
    interface Calming {
        Calming NONE = () -> {};

        void calm() throws Exception;
    }

    /**
     * Lets each call until the compiler is done with it; so many threads that every path is taken. On a busy machine that takes longer, and
     * those with more code would be measured while it is still compiled.
     */
    private void warmUp(List<? extends Contender> contenders) throws Exception {
        try (Crew crew = new Crew(16)) {
            for (Contender each : contenders) {
                each.prepare();
                warmUp(crew, each, pace.warmup().multipliedBy(3));
            }
        }
    }

    /** Returns how many calls were made. */
    private static long warmUp(Crew crew, Contender contender, Duration slice) throws Exception {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        long calls = 0;
        long compiled;
        int slices = 0;
        do {
            long before = compiler.getTotalCompilationTime();
            calls += crew.work(contender, slice).calls();
            compiled = compiler.getTotalCompilationTime() - before;
        } while (compiled > slice.toMillis() * STILL_COMPILING && ++slices < MOST_SLICES);
        return calls;
    }

    List<Score> measure(Comparison where, List<? extends Contender> contenders) throws Exception {
        Map<Contender, List<Metered>> rounds = new LinkedHashMap<>();
        Map<Contender, Long> calls = new LinkedHashMap<>();
        for (Contender each : contenders) {
            each.prepare();
            rounds.put(each, new ArrayList<>());
        }
        try (Crew crew = new Crew(where.threads())) {
            for (Contender each : contenders) {
                // More threads take other paths, which are compiled anew.
                calls.put(each, warmUp(crew, each, pace.warmup()));
            }
            for (int i = 0; i < pace.rounds(); i++) {
                for (Map.Entry<Contender, List<Metered>> each : rounds.entrySet()) {
                    Metered metered = metered(crew, each.getKey());
                    each.getValue().add(metered);
                    calls.merge(each.getKey(), metered.round().calls(), Long::sum);
                }
            }
        }
        for (Map.Entry<Contender, Long> each : calls.entrySet()) {
            each.getKey().verify(each.getValue());
        }
        return scores(where, rounds);
    }

    private Metered metered(Crew crew, Contender contender) throws Exception {
        Duration time = pace.round();
        Meter.Reading before = meter.read();
        Round round = crew.work(contender, time);
        return new Metered(round, meter.read().since(before, round.calls()));
    }

    private static List<Score> scores(Comparison where, Map<Contender, List<Metered>> rounds) {
        List<Metered> baseline = rounds.values().iterator().next();
        return rounds.entrySet().stream()
                .map(each -> where.score(each.getKey().name(), each.getValue(), baseline))
                .toList();
    }
}
