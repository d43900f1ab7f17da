package dev.semel.benchmarks.report;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How one subject did.
 *
 * @param place where it was measured, such as a database; empty if there is only one place
 * @param scene what was done; subjects of one scene are compared with each other
 * @param subject who did it
 * @param threads how many called at the same time
 * @param figures what was measured
 */
public record Score(String place, String scene, String subject, int threads, Map<Figure, Double> figures) {

    public Score {
        figures = Map.copyOf(figures);
    }

    /** Returns the score of calls whose cost alone was measured. */
    public static Score ofCost(String scene, String subject, int threads, double nanosPerCall, double deviation) {
        return new Score(
                "",
                scene,
                subject,
                threads,
                Map.of(
                        Figure.NANOS_PER_CALL, nanosPerCall,
                        Figure.DEVIATION, deviation,
                        Figure.CALLS_PER_SECOND, threads * 1e9 / nanosPerCall));
    }

    /** Returns a figure; NaN if it was not measured. */
    public double get(Figure figure) {
        return figures.getOrDefault(figure, Double.NaN);
    }

    /** Returns all figures in one line, such as {@code 1,200 calls/s, 3.10 ratio}. */
    public String shown() {
        return figures.keySet().stream()
                .sorted()
                .map(each -> each.shown(get(each)) + " " + each.heading())
                .collect(Collectors.joining(", "));
    }

    /** Returns whether it is of this scene and subject with so many threads. */
    public boolean is(String ofScene, String ofSubject, int withThreads) {
        return scene.equals(ofScene) && subject.equals(ofSubject) && threads == withThreads;
    }

    /** Returns all with their cost as a multiple of the baseline's, in the same scene with as many threads. */
    public static List<Score> comparedWith(String baseline, List<Score> scores) {
        return scores.stream()
                .map(each -> each.beside(scores.stream()
                        .filter(other -> other.is(each.scene, baseline, each.threads))
                        .mapToDouble(other -> other.get(Figure.NANOS_PER_CALL))
                        .findFirst()
                        .orElse(Double.NaN)))
                .toList();
    }

    private Score beside(double nanos) {
        Map<Figure, Double> more = new EnumMap<>(figures);
        more.put(Figure.COST_RATIO, get(Figure.NANOS_PER_CALL) / nanos);
        return new Score(place, scene, subject, threads, more);
    }
}
