package dev.semel.benchmarks;

import java.util.List;
import java.util.Locale;

/** A report as an SVG of horizontal bars: a panel for each scene, with a scale of its own, and a bar for each measurement. */
final class Chart {
    private static final int WIDTH = 1060;
    private static final int BARS_FROM = 300;
    private static final int BARS_TO = 900;
    private static final int BAR = 14;
    private static final int ROW = 20;
    private static final int GAP = 36;
    private static final String[] COLOURS = {"#4e79a7", "#76b7b2", "#f28e2b", "#e15759", "#59a14f", "#b07aa1", "#9c755f"
    };

    private final Report report;
    private final List<String> subjects;
    private final StringBuilder svg = new StringBuilder();
    private int y = 28;

    private Chart(Report report) {
        this.report = report;
        this.subjects = report.measurements().stream()
                .map(Measurement::subject)
                .distinct()
                .toList();
    }

    static String of(Report report) {
        return new Chart(report).draw();
    }

    private String draw() {
        text(16, y, "font-size=\"16\" font-weight=\"bold\"", report.title());
        y += 20;
        text(16, y, "fill=\"#666\"", report.circumstances());
        for (String scene : report.scenes()) {
            panel(scene, report.in(scene));
        }
        y += GAP;
        for (Target target : report.targets()) {
            text(16, y, target.isReached() ? "fill=\"#2a7d2a\"" : "fill=\"#b00020\"", target.verdict());
            y += ROW;
        }
        for (String note : report.notes()) {
            text(16, y, "fill=\"#666\"", note);
            y += ROW;
        }
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + WIDTH + " " + y + "\" width=\"" + WIDTH
                + "\" height=\"" + y + "\" font-family=\"sans-serif\" font-size=\"12\">\n"
                + "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n" + svg + "</svg>\n";
    }

    private void panel(String scene, List<Measurement> measurements) {
        y += GAP;
        text(16, y, "font-weight=\"bold\"", scene + ", nanoseconds per call (shorter is better)");
        y += 8;
        double longest = measurements.stream()
                .mapToDouble(Measurement::nanosPerCall)
                .max()
                .orElse(1);
        for (Measurement each : measurements) {
            bar(each, longest);
        }
    }

    private void bar(Measurement measurement, double longest) {
        double length = Math.max(1, (BARS_TO - BARS_FROM) * measurement.nanosPerCall() / longest);
        String threads = measurement.threads() + (measurement.threads() == 1 ? " thread" : " threads");
        text(BARS_FROM - 8, y + 11, "text-anchor=\"end\"", measurement.subject() + ", " + threads);
        svg.append(String.format(
                Locale.ROOT,
                "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n",
                BARS_FROM,
                y,
                length,
                BAR,
                COLOURS[subjects.indexOf(measurement.subject()) % COLOURS.length]));
        text(BARS_FROM + (int) length + 6, y + 11, "", label(measurement));
        y += ROW;
    }

    private String label(Measurement measurement) {
        String nanos = String.format(Locale.ROOT, "%,.1f", measurement.nanosPerCall());
        return report.ratio(measurement)
                .map(ratio -> nanos + String.format(Locale.ROOT, " (× %,.1f)", ratio))
                .orElse(nanos);
    }

    private void text(int x, int atY, String attributes, String content) {
        svg.append(String.format(
                Locale.ROOT, "<text x=\"%d\" y=\"%d\" %s>%s</text>\n", x, atY, attributes, escaped(content)));
    }

    static String escaped(String content) {
        return content.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
