package dev.semel.benchmarks;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A report as plain text, to be read in a terminal. */
final class Table {
    private Table() {}

    static String of(Report report) {
        StringBuilder text = new StringBuilder();
        text.append(report.title()).append('\n');
        text.append(report.circumstances()).append('\n');
        for (String scene : report.scenes()) {
            text.append('\n');
            text.append(line(scene, "threads", "ns/call", "±", "calls/s", "ratio"));
            for (Measurement each : report.in(scene)) {
                text.append(line(
                        "  " + each.subject(),
                        String.valueOf(each.threads()),
                        number("%,.1f", each.nanosPerCall()),
                        number("%,.1f", each.deviation()),
                        number("%,.0f", each.callsPerSecond()),
                        number("%,.1f", report.ratio(each).orElse(null))));
            }
        }
        text.append("\nratio: to the cost of ").append(report.baseline()).append(" with as many threads\n\n");
        for (Target target : report.targets()) {
            text.append(target.verdict()).append('\n');
        }
        for (String note : report.notes()) {
            text.append(note).append('\n');
        }
        return text.toString();
    }

    private static String line(Object... cells) {
        return String.format(Locale.ROOT, "%-34s %7s %12s %9s %14s %9s\n", cells);
    }

    private static String number(String format, @Nullable Double value) {
        return value == null || value.isNaN() ? "-" : String.format(Locale.ROOT, format, value);
    }
}
