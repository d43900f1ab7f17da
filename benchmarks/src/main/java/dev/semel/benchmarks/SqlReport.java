package dev.semel.benchmarks;

import java.util.List;

/**
 * What the suite of the SQL stores found.
 *
 * @param circumstances machine, Java, effort and databases, a line for each
 * @param scores in the order in which they are shown
 */
record SqlReport(
        String suite, String title, String circumstances, List<Score> scores, List<Target> targets, List<String> notes)
        implements Findings {

    SqlReport {
        scores = List.copyOf(scores);
        targets = List.copyOf(targets);
        notes = List.copyOf(notes);
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

    @Override
    public String table() {
        return SqlTable.of(this);
    }

    @Override
    public String json() {
        return SqlJson.of(this);
    }

    @Override
    public String chart() {
        return SqlChart.of(this);
    }

    @Override
    public boolean isReached() {
        return targets.stream().allMatch(Target::isReached);
    }
}
