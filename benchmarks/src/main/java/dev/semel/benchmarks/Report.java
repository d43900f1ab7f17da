package dev.semel.benchmarks;

import java.util.List;
import java.util.Optional;

/**
 * What a suite found.
 *
 * @param suite its name
 * @param title one line for people
 * @param circumstances machine, Java and effort, without which the figures mean nothing
 * @param baseline the subject that the others are compared with
 * @param measurements in the order in which they are shown
 * @param targets in the order in which they are shown
 * @param notes what else has to be said, such as a target that could not be judged
 */
record Report(
        String suite,
        String title,
        String circumstances,
        String baseline,
        List<Measurement> measurements,
        List<Target> targets,
        List<String> notes)
        implements Findings {

    Report {
        measurements = List.copyOf(measurements);
        targets = List.copyOf(targets);
        notes = List.copyOf(notes);
    }

    /** How many times the baseline's cost, in the same scene with as many threads; empty if it wasn't measured there. */
    Optional<Double> ratio(Measurement measurement) {
        return measurements.stream()
                .filter(other -> other.subject().equals(baseline)
                        && other.scene().equals(measurement.scene())
                        && other.threads() == measurement.threads())
                .map(base -> measurement.nanosPerCall() / base.nanosPerCall())
                .findFirst();
    }

    /** Every scene once, in order. */
    List<String> scenes() {
        return measurements.stream().map(Measurement::scene).distinct().toList();
    }

    List<Measurement> in(String scene) {
        return measurements.stream().filter(each -> each.scene().equals(scene)).toList();
    }

    @Override
    public String table() {
        return Table.of(this);
    }

    @Override
    public String json() {
        return Json.of(this);
    }

    @Override
    public String chart() {
        return Chart.of(this);
    }

    @Override
    public boolean isReached() {
        return targets.stream().allMatch(Target::isReached);
    }
}
