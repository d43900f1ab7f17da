package dev.semel.benchmarks.report;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The figures of one subject in one comparison.
 *
 * @param place where it was measured, such as a database; empty if there is only one place
 * @param scene what it did; subjects of one scene are compared with each other
 * @param subject the contender or program that was measured
 * @param threads how many threads called at the same time
 * @param figures the measured values
 */
public record Measurement(String place, String scene, String subject, int threads, Map<Figure, Double> figures) {

    public Measurement {
        figures = Map.copyOf(figures);
    }

    /** Returns a measurement of nothing but the cost of a call. */
    public static Measurement ofCost(String scene, String subject, int threads, double nanosPerCall, double deviation) {
        return new Measurement(
                "",
                scene,
                subject,
                threads,
                Map.of(
                        Figure.NANOS_PER_CALL, nanosPerCall,
                        Figure.DEVIATION, deviation,
                        Figure.CALLS_PER_SECOND, threads * 1e9 / nanosPerCall));
    }

    /** Returns a measurement of the median of several costs in nanoseconds, each of one call by one thread. */
    public static Measurement ofCosts(String scene, String subject, List<Long> nanos) {
        return ofCost(scene, subject, 1, Samples.median(nanos), Samples.deviation(nanos));
    }

    /** Returns the value of a figure, or NaN if it was not measured. */
    public double get(Figure figure) {
        return figures.getOrDefault(figure, Double.NaN);
    }

    /** Returns its place, scene, subject and threads in one line. */
    public String title() {
        return Stream.of(place, scene, subject, "threads: " + threads)
                .filter(each -> !each.isEmpty())
                .collect(Collectors.joining(", "));
    }

    /** Returns all figures in one line, such as {@code 1,200 calls/s, 3.10 ratio}. */
    public String shown() {
        return figures.keySet().stream()
                .sorted()
                .map(each -> each.shown(get(each)) + " " + each.heading())
                .collect(Collectors.joining(", "));
    }

    /** Returns whether it has this scene, this subject and this number of threads. */
    public boolean is(String ofScene, String ofSubject, int withThreads) {
        return scene.equals(ofScene) && subject.equals(ofSubject) && threads == withThreads;
    }

    /** Returns the measurements with their cost as a multiple of the baseline's in the same scene with as many threads. */
    public static List<Measurement> comparedWith(String baseline, List<Measurement> measurements) {
        return measurements.stream()
                .map(each -> each.beside(measurements.stream()
                        .filter(other -> other.is(each.scene, baseline, each.threads))
                        .mapToDouble(other -> other.get(Figure.NANOS_PER_CALL))
                        .findFirst()
                        .orElse(Double.NaN)))
                .toList();
    }

    private Measurement beside(double nanos) {
        Map<Figure, Double> more = new EnumMap<>(figures);
        more.put(Figure.COST_RATIO, get(Figure.NANOS_PER_CALL) / nanos);
        return new Measurement(place, scene, subject, threads, more);
    }
}
