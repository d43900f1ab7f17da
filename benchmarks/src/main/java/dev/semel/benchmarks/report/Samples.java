package dev.semel.benchmarks.report;

import java.util.Collection;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Statistics of repeated measurements. */
public final class Samples {
    private Samples() {}

    /** Returns the median, which is the mean of the middle two of an even number of values. */
    public static double median(Collection<? extends Number> values) {
        double[] sorted =
                values.stream().mapToDouble(Number::doubleValue).sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    /** Returns the median of a value of each element. */
    public static <E> double median(List<E> all, ToDoubleFunction<E> figure) {
        return median(all.stream().map(figure::applyAsDouble).toList());
    }

    /** Returns the standard deviation, or NaN for fewer than two values. */
    public static double deviation(Collection<? extends Number> values) {
        double mean = values.stream().mapToDouble(Number::doubleValue).average().orElse(Double.NaN);
        double squares = values.stream()
                .mapToDouble(each -> (each.doubleValue() - mean) * (each.doubleValue() - mean))
                .sum();
        return values.size() < 2 ? Double.NaN : Math.sqrt(squares / (values.size() - 1));
    }
}
