package dev.semel.benchmarks;

import dev.semel.benchmarks.report.Figure;
import dev.semel.benchmarks.report.Samples;
import dev.semel.benchmarks.report.Score;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Where, what and with how many threads contenders are compared. */
record Comparison(String place, String scene, int threads) {

    /**
     * A round and what was done meanwhile.
     *
     * @param work for each call
     */
    record Metered(Round round, Map<Figure, Double> work) {}

    /** Of each figure the median of the rounds. */
    Score score(String subject, List<Metered> rounds, List<Metered> baseline) {
        Map<Figure, Double> figures = new EnumMap<>(Figure.class);
        figures.put(
                Figure.CALLS_PER_SECOND,
                Samples.median(rounds, each -> each.round().callsPerSecond()));
        figures.put(
                Figure.RATIO,
                Samples.median(IntStream.range(0, rounds.size())
                        .mapToObj(i -> rounds.get(i).round().callsPerSecond()
                                / baseline.get(i).round().callsPerSecond())
                        .toList()));
        figures.put(Figure.P50, Samples.median(rounds, each -> each.round().p50Micros()));
        figures.put(Figure.P99, Samples.median(rounds, each -> each.round().p99Micros()));
        for (Figure metered : rounds.get(0).work().keySet()) {
            figures.put(metered, Samples.median(rounds, each -> each.work().getOrDefault(metered, Double.NaN)));
        }
        return new Score(place, scene, subject, threads, figures);
    }
}
