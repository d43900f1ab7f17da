package dev.semel.benchmarks;

import java.util.Locale;

/** A report of the Redis store as plain text: a table for each server. */
final class RedisTable {
    private static final String LEGEND = """
            ratio: throughput, as times that of the first line with as many threads; the median of the rounds' ratios
            p50, p99: of a call, in milliseconds; server, client: microseconds of the processor for each call
            """;

    private RedisTable() {}

    static String of(RedisReport report, SqlReport drawn) {
        StringBuilder text = new StringBuilder();
        text.append(report.title()).append('\n');
        text.append(report.circumstances()).append('\n');
        for (String place : drawn.places()) {
            text.append('\n').append(place).append('\n');
            for (String scene : drawn.scenes(place)) {
                text.append(line("  " + scene, "threads", "calls/s", "ratio", "p50", "p99", "server", "client"));
                drawn.in(place, scene).forEach(each -> text.append(line(each, "    ")));
            }
        }
        text.append('\n').append(LEGEND).append('\n');
        report.targets().forEach(each -> text.append(each.verdict()).append('\n'));
        return text.toString();
    }

    /** One measurement, to be told while the suite runs. */
    static String progress(Score score) {
        return (score.place() + ", " + score.scene() + ": " + line(score, "")).strip();
    }

    private static String line(Score score, String indent) {
        return line(
                indent + score.subject(),
                String.valueOf(score.threads()),
                number("%,.0f", score.callsPerSecond()),
                number("%,.2f", score.ratio()),
                number("%,.2f", score.p50Micros() / 1e3),
                number("%,.2f", score.p99Micros() / 1e3),
                number("%,.1f", score.commits()),
                number("%,.1f", score.logBytes()));
    }

    private static String line(Object... cells) {
        return String.format(Locale.ROOT, "%-36s %7s %9s %7s %9s %9s %8s %8s\n", cells);
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
