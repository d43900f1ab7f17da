package dev.semel.benchmarks;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * How a contender did beside the others: of each figure the median of the rounds.
 *
 * @param place where it was measured, such as a database
 * @param scene what was done
 * @param subject who did it
 * @param threads how many called at the same time
 * @param callsPerSecond of all threads together
 * @param ratio how many times the throughput of the baseline in the same round
 * @param p50Micros half of the calls were faster
 * @param p99Micros all but one in a hundred were faster
 * @param commits transactions that wrote, for each call
 * @param logBytes written to the log, for each call
 */
record Score(
        String place,
        String scene,
        String subject,
        int threads,
        double callsPerSecond,
        double ratio,
        double p50Micros,
        double p99Micros,
        double commits,
        double logBytes) {

    /** A round and what the server did meanwhile. */
    record Metered(Round round, Meter.Reading work) {
        double commits() {
            return (double) work.commits() / round.calls();
        }

        double logBytes() {
            return (double) work.logBytes() / round.calls();
        }
    }

    /** Where, what and with how many threads. */
    record Comparison(String place, String scene, int threads) {}

    static Score of(Comparison where, String subject, List<Metered> rounds, List<Metered> baseline) {
        double ratio = median(IntStream.range(0, rounds.size())
                .mapToObj(i -> rounds.get(i).round().callsPerSecond()
                        / baseline.get(i).round().callsPerSecond())
                .toList());
        return new Score(
                where.place(),
                where.scene(),
                subject,
                where.threads(),
                median(rounds, each -> each.round().callsPerSecond()),
                ratio,
                median(rounds, each -> each.round().p50Micros()),
                median(rounds, each -> each.round().p99Micros()),
                median(rounds, Metered::commits),
                median(rounds, Metered::logBytes));
    }

    private static double median(List<Metered> rounds, ToDoubleFunction<Metered> figure) {
        return median(rounds.stream().map(figure::applyAsDouble).toList());
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted(Comparator.naturalOrder()).toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
