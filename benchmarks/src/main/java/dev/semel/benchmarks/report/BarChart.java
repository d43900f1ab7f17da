package dev.semel.benchmarks.report;

import java.util.List;
import java.util.Locale;

/**
 * The SVG chart of a report: a panel with its own scale for each place, scene and number of threads, and a bar for each subject. It is written
 * without a charting library so that text stays searchable text in the reader's font.
 */
final class BarChart {
    private static final int WIDTH = 1060;
    private static final int BARS_FROM = 300;
    private static final int BARS_TO = 880;
    private static final int BAR = 14;
    private static final int ROW = 20;
    private static final int GAP = 30;

    private final SuiteReport report;
    private final Figure figure;
    private final StringBuilder svg = new StringBuilder();
    private int y = 28;

    BarChart(SuiteReport report) {
        this.report = report;
        this.figure = report.drawn();
    }

    String svg() {
        text(16, "font-size=\"16\" font-weight=\"bold\"", report.title());
        report.circumstances().forEach(each -> line("fill=\"#666\"", each));
        for (String place : report.places()) {
            if (!place.isEmpty()) {
                y += GAP;
                text(16, "font-size=\"14\" font-weight=\"bold\"", place);
            }
            report.scenes(place).forEach(scene -> scene(scene, report.in(place, scene)));
        }
        y += GAP;
        for (PerformanceTarget each : report.targets()) {
            line(each.isReached() ? "fill=\"#2a7d2a\"" : "fill=\"#b00020\"", each.verdict());
        }
        report.notes().forEach(each -> line("fill=\"#666\"", each));
        y += ROW;
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + WIDTH + " " + y + "\" width=\"" + WIDTH
                + "\" height=\"" + y + "\" font-family=\"sans-serif\" font-size=\"12\">\n"
                + "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n" + svg + "</svg>\n";
    }

    private void scene(String scene, List<Measurement> measurements) {
        for (int threads :
                measurements.stream().map(Measurement::threads).distinct().toList()) {
            List<Measurement> shown = measurements.stream()
                    .filter(each -> each.threads() == threads)
                    .toList();
            double most =
                    shown.stream().mapToDouble(each -> each.get(figure)).max().orElse(1);
            y += GAP;
            text(16, "font-weight=\"bold\"", scene + ", threads: " + threads + ", " + figure.meaning() + better());
            y += 8;
            shown.forEach(each -> bar(each, most));
        }
    }

    private String better() {
        return figure == Figure.CALLS_PER_SECOND ? " (longer is better)" : " (shorter is better)";
    }

    private void bar(Measurement score, double most) {
        double length = Math.max(1, (BARS_TO - BARS_FROM) * score.get(figure) / most);
        y += ROW;
        text(BARS_FROM - 8, "text-anchor=\"end\"", score.subject());
        svg.append(String.format(
                Locale.ROOT,
                "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n",
                BARS_FROM,
                y - 11,
                length,
                BAR,
                colour(score.subject())));
        text(BARS_FROM + (int) length + 6, "", figure.shown(score.get(figure)) + times(score));
    }

    private static String times(Measurement score) {
        for (Figure ratio : List.of(Figure.RATIO, Figure.COST_RATIO, Figure.CPU_RATIO)) {
            if (Double.isFinite(score.get(ratio))) {
                return " (× " + ratio.shown(score.get(ratio)) + ")";
            }
        }
        return "";
    }

    private static String colour(String subject) {
        boolean ours = subject.startsWith("Semel") || subject.startsWith("once");
        return ours ? "#e07b39" : subject.startsWith("limit") ? "#d0d0d0" : "#9fb4c9";
    }

    private void line(String attributes, String content) {
        y += ROW;
        text(16, attributes, content);
    }

    private void text(int x, String attributes, String content) {
        String escaped = content.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        svg.append(String.format(Locale.ROOT, "<text x=\"%d\" y=\"%d\" %s>%s</text>\n", x, y, attributes, escaped));
    }
}
