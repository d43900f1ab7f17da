package dev.semel.benchmarks;

import java.util.List;
import java.util.Locale;

/** A report of the SQL stores as an SVG: for each database, scene and number of threads a panel with a bar of throughput for each subject. */
final class SqlChart {
    private static final int WIDTH = 1060;
    private static final int BARS_FROM = 300;
    private static final int BARS_TO = 880;
    private static final int BAR = 14;
    private static final int ROW = 20;
    private static final int GAP = 30;
    private static final String PLAIN = "#9fb4c9";
    private static final String OURS = "#e07b39";
    private static final String LIMIT = "#d0d0d0";

    private final SqlReport report;
    private final StringBuilder svg = new StringBuilder();
    private int y = 28;

    private SqlChart(SqlReport report) {
        this.report = report;
    }

    static String of(SqlReport report) {
        return new SqlChart(report).draw();
    }

    private String draw() {
        text(16, "font-size=\"16\" font-weight=\"bold\"", report.title());
        report.circumstances().lines().forEach(each -> line("fill=\"#666\"", each));
        for (String place : report.places()) {
            y += GAP;
            text(16, "font-size=\"14\" font-weight=\"bold\"", place);
            report.scenes(place).forEach(scene -> scene(place, scene));
        }
        y += GAP;
        for (Target each : report.targets()) {
            line(each.isReached() ? "fill=\"#2a7d2a\"" : "fill=\"#b00020\"", each.verdict());
        }
        report.notes().forEach(each -> line("fill=\"#666\"", each));
        y += ROW;
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + WIDTH + " " + y + "\" width=\"" + WIDTH
                + "\" height=\"" + y + "\" font-family=\"sans-serif\" font-size=\"12\">\n"
                + "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n" + svg + "</svg>\n";
    }

    private void scene(String place, String scene) {
        List<Score> scores = report.in(place, scene);
        for (int threads : scores.stream().map(Score::threads).distinct().toList()) {
            y += GAP;
            text(16, "font-weight=\"bold\"", scene + ", threads: " + threads + ", calls per second (longer is better)");
            y += 8;
            List<Score> shown =
                    scores.stream().filter(each -> each.threads() == threads).toList();
            double most =
                    shown.stream().mapToDouble(Score::callsPerSecond).max().orElse(1);
            shown.forEach(each -> bar(each, most));
        }
    }

    private void bar(Score score, double most) {
        int length = (int) Math.max(1, (BARS_TO - BARS_FROM) * score.callsPerSecond() / most);
        y += ROW;
        text(BARS_FROM - 8, "text-anchor=\"end\"", score.subject());
        svg.append(String.format(
                Locale.ROOT,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n",
                BARS_FROM,
                y - 11,
                length,
                BAR,
                colour(score.subject())));
        text(
                BARS_FROM + length + 6,
                "",
                String.format(Locale.ROOT, "%,.0f (× %,.2f)", score.callsPerSecond(), score.ratio()));
    }

    private static String colour(String subject) {
        return subject.startsWith("Semel") ? OURS : subject.startsWith("limit") ? LIMIT : PLAIN;
    }

    private void line(String attributes, String content) {
        y += ROW;
        text(16, attributes, content);
    }

    private void text(int x, String attributes, String content) {
        svg.append(String.format(
                Locale.ROOT, "<text x=\"%d\" y=\"%d\" %s>%s</text>\n", x, y, attributes, Chart.escaped(content)));
    }
}
