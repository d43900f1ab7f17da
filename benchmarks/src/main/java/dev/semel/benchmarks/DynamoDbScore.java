package dev.semel.benchmarks;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * How a contender did beside the others: of each figure the median of the rounds.
 *
 * @param scene what was done
 * @param subject who did it
 * @param requests sent for each call
 * @param units charged for each call
 * @param cpuMicros of the calling thread for each call
 * @param cpuRatio how many times the CPU of the baseline in the same round
 */
record DynamoDbScore(String scene, String subject, double requests, double units, double cpuMicros, double cpuRatio) {

    /** What one round of calls cost, for each call. */
    record Cost(double requests, double units, double cpuMicros) {}

    static DynamoDbScore of(String scene, String subject, List<Cost> rounds, List<Cost> baseline) {
        List<Double> ratios = IntStream.range(0, rounds.size())
                .mapToObj(i -> rounds.get(i).cpuMicros / baseline.get(i).cpuMicros)
                .toList();
        return new DynamoDbScore(
                scene,
                subject,
                median(rounds, Cost::requests),
                median(rounds, Cost::units),
                median(rounds, Cost::cpuMicros),
                median(ratios));
    }

    private static double median(List<Cost> rounds, ToDoubleFunction<Cost> figure) {
        return median(rounds.stream().map(figure::applyAsDouble).toList());
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
