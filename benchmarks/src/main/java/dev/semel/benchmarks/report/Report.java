package dev.semel.benchmarks.report;

import java.util.Arrays;
import java.util.List;

/**
 * What a suite found.
 *
 * @param suite its name
 * @param title one line for people
 * @param circumstances machine, Java, effort and servers, without which the figures mean nothing; a line for each
 * @param drawn the figure that the chart shows
 * @param scores in the order in which they are shown
 * @param targets in the order in which they are shown
 * @param notes what else has to be said, such as a target that could not be judged
 */
public record Report(
        String suite,
        String title,
        List<String> circumstances,
        Figure drawn,
        List<Score> scores,
        List<Target> targets,
        List<String> notes) {

    public Report {
        circumstances = List.copyOf(circumstances);
        scores = List.copyOf(scores);
        targets = List.copyOf(targets);
        notes = List.copyOf(notes);
    }

    /** Returns plain text, to be read in a terminal. */
    public String table() {
        return new TextTable(this).text();
    }

    /** Returns JSON, to compare runs. */
    public String json() {
        return JsonForm.of(this);
    }

    /** Returns an SVG. */
    public String chart() {
        return new BarChart(this).svg();
    }

    /** Returns whether every target was reached. */
    public boolean isReached() {
        return targets.stream().allMatch(Target::isReached);
    }

    /** All that was measured for any subject, in the order of the enum. */
    List<Figure> figures() {
        return Arrays.stream(Figure.values())
                .filter(figure ->
                        scores.stream().anyMatch(each -> each.figures().containsKey(figure)))
                .toList();
    }

    List<String> places() {
        return scores.stream().map(Score::place).distinct().toList();
    }

    List<String> scenes(String place) {
        return scores.stream()
                .filter(each -> each.place().equals(place))
                .map(Score::scene)
                .distinct()
                .toList();
    }

    List<Score> in(String place, String scene) {
        return scores.stream()
                .filter(each -> each.place().equals(place) && each.scene().equals(scene))
                .toList();
    }
}
