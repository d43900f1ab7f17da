package dev.semel.benchmarks.report;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A comparison of several subjects: where it takes place, what they do and with how many threads.
 *
 * @param place where they are measured, such as a database; empty if there is only one place
 * @param scene what they do
 * @param threads how many threads call at the same time
 * @param compared the figure of which each round's ratio to the baseline is taken
 * @param ratio the figure that holds the median of these ratios
 */
public record Comparison(String place, String scene, int threads, Figure compared, Figure ratio) {

    /** Returns a comparison of throughput. */
    public static Comparison ofThroughput(String place, String scene, int threads) {
        return new Comparison(place, scene, threads, Figure.CALLS_PER_SECOND, Figure.RATIO);
    }

    /** Returns the medians of a subject's rounds, and its ratio to the rounds that the baseline had in the same turns. */
    public Measurement measurement(
            String subject, List<Map<Figure, Double>> rounds, List<Map<Figure, Double>> baseline) {
        Map<Figure, Double> figures = new EnumMap<>(Figure.class);
        rounds.get(0).keySet().forEach(each -> figures.put(each, Samples.median(rounds, round -> value(round, each))));
        figures.put(
                ratio,
                Samples.median(IntStream.range(0, rounds.size())
                        .mapToObj(i -> value(rounds.get(i), compared) / value(baseline.get(i), compared))
                        .toList()));
        return new Measurement(place, scene, subject, threads, figures);
    }

    private static double value(Map<Figure, Double> round, Figure figure) {
        return round.getOrDefault(figure, Double.NaN);
    }
}
