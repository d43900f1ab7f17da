package dev.semel.benchmarks.report;

import java.util.List;
import java.util.Locale;

/** The plain text of a report: a block for each place and scene, a legend, and the verdict on each target. */
final class TextTable {
    private final SuiteReport report;
    private final List<Figure> columns;
    private final StringBuilder text = new StringBuilder();

    TextTable(SuiteReport report) {
        this.report = report;
        this.columns = report.figures();
    }

    String text() {
        line(report.title());
        report.circumstances().forEach(this::line);
        for (String place : report.places()) {
            line("");
            if (!place.isEmpty()) {
                line(place);
            }
            report.scenes(place).forEach(scene -> scene(place, scene));
        }
        line("");
        columns.forEach(each -> line(each.heading() + ": " + each.meaning()));
        line("");
        report.targets().forEach(each -> line(each.verdict()));
        report.notes().forEach(this::line);
        return text.toString();
    }

    private void scene(String place, String scene) {
        cells("  " + scene, "threads", columns.stream().map(Figure::heading).toList());
        for (Measurement each : report.in(place, scene)) {
            cells(
                    "    " + each.subject(),
                    String.valueOf(each.threads()),
                    columns.stream()
                            .map(figure -> figure.shown(each.get(figure)))
                            .toList());
        }
    }

    private void cells(String first, String threads, List<String> others) {
        text.append(String.format(Locale.ROOT, "%-38s %7s", first, threads));
        others.forEach(each -> text.append(String.format(Locale.ROOT, " %12s", each)));
        text.append('\n');
    }

    private void line(String words) {
        text.append(words).append('\n');
    }
}
