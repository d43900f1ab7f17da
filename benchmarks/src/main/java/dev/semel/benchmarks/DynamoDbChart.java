package dev.semel.benchmarks;

import java.util.Locale;

/** A report of the DynamoDB store as an SVG: a bar of requests for each subject. */
final class DynamoDbChart {
    private static final int WIDTH = 860;
    private static final int BARS_FROM = 330;
    private static final int REQUEST = 120;
    private static final int ROW = 22;

    private final StringBuilder svg = new StringBuilder();
    private int y = 28;

    private DynamoDbChart() {}

    static String of(DynamoDbReport report) {
        return new DynamoDbChart().draw(report);
    }

    private String draw(DynamoDbReport report) {
        text(16, "font-size=\"16\" font-weight=\"bold\"", report.title());
        report.circumstances().lines().forEach(each -> line("fill=\"#666\"", each));
        report.scores().forEach(this::bar);
        for (Target each : report.targets()) {
            line(each.isReached() ? "fill=\"#2a7d2a\"" : "fill=\"#b00020\"", each.verdict());
        }
        y += ROW;
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + WIDTH + " " + y + "\" width=\"" + WIDTH
                + "\" height=\"" + y + "\" font-family=\"sans-serif\" font-size=\"12\">\n"
                + "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n" + svg + "</svg>\n";
    }

    private void bar(DynamoDbScore score) {
        line("fill=\"#000\"", score.scene() + ": " + score.subject());
        int width = (int) Math.round(score.requests() * REQUEST);
        boolean ours = score.subject().equals(DynamoDbContenders.SEMEL);
        svg.append(String.format(
                Locale.ROOT,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"14\" fill=\"%s\"/>\n",
                BARS_FROM,
                y - 11,
                width,
                ours ? "#e07b39" : "#9fb4c9"));
        text(
                BARS_FROM + width + 6,
                "",
                String.format(Locale.ROOT, "%.1f requests, %,.0f µs CPU", score.requests(), score.cpuMicros()));
    }

    private void line(String style, String words) {
        y += ROW;
        text(16, style, words);
    }

    private void text(int x, String style, String words) {
        String safe = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        svg.append(String.format(Locale.ROOT, "<text x=\"%d\" y=\"%d\" %s>%s</text>\n", x, y, style, safe));
    }
}
