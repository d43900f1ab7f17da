package dev.semel.benchmarks.report;

import java.util.Arrays;
import java.util.List;

/**
 * The findings of a suite.
 *
 * @param suite the name of the suite
 * @param title the heading
 * @param circumstances one line each about machine, Java, effort and servers, on which all figures depend
 * @param drawn the figure that the chart shows
 * @param measurements all measurements, in the order in which they are shown
 * @param targets all targets, in the order in which they are shown
 * @param notes remarks, such as a target that could not be judged
 */
public record SuiteReport(
        String suite,
        String title,
        List<String> circumstances,
        Figure drawn,
        List<Measurement> measurements,
        List<PerformanceTarget> targets,
        List<String> notes) {

    public SuiteReport {
        circumstances = List.copyOf(circumstances);
        measurements = List.copyOf(measurements);
        targets = List.copyOf(targets);
        notes = List.copyOf(notes);
    }

    /** Returns the report as plain text for a terminal. */
    public String table() {
        return new TextTable(this).text();
    }

    /** Returns the report as JSON, to compare runs. */
    public String json() {
        return JsonForm.of(this);
    }

    /** Returns the report as an SVG chart. */
    public String chart() {
        return new BarChart(this).svg();
    }

    /** Returns whether every target was reached. */
    public boolean isReached() {
        return targets.stream().allMatch(PerformanceTarget::isReached);
    }

    /** Returns every figure that was measured for any subject, in the order of the enum. */
    List<Figure> figures() {
        return Arrays.stream(Figure.values())
                .filter(figure ->
                        measurements.stream().anyMatch(each -> each.figures().containsKey(figure)))
                .toList();
    }

    List<String> places() {
        return measurements.stream().map(Measurement::place).distinct().toList();
    }

    List<String> scenes(String place) {
        return measurements.stream()
                .filter(each -> each.place().equals(place))
                .map(Measurement::scene)
                .distinct()
                .toList();
    }

    List<Measurement> in(String place, String scene) {
        return measurements.stream()
                .filter(each -> each.place().equals(place) && each.scene().equals(scene))
                .toList();
    }
}
