package dev.semel.benchmarks;

import java.util.List;
import java.util.Locale;

/**
 * What the suite of the servlet filter found.
 *
 * @param circumstances machine, Java and effort, a line for each
 * @param scores in the order in which they are shown
 */
record HttpReport(String suite, String title, String circumstances, List<Score> scores, List<Target> targets)
        implements Findings {

    HttpReport {
        scores = List.copyOf(scores);
        targets = List.copyOf(targets);
    }

    /** Bars and figures are those of the SQL stores. */
    private SqlReport drawn() {
        return new SqlReport(suite, title, circumstances, scores, targets, List.of());
    }

    @Override
    public String table() {
        StringBuilder text = new StringBuilder();
        text.append(title).append('\n').append(circumstances).append("\n\n");
        text.append(line("", "threads", "calls/s", "ratio", "p50", "p99"));
        scores.forEach(each -> text.append(line(each)));
        text.append("\nratio: throughput, as times that of the bare endpoint; the median of the rounds' ratios\n");
        text.append("p50, p99: of a call, in milliseconds\n\n");
        targets.forEach(each -> text.append(each.verdict()).append('\n'));
        return text.toString();
    }

    static String line(Score score) {
        return line(
                score.subject(),
                String.valueOf(score.threads()),
                number("%,.0f", score.callsPerSecond()),
                number("%,.3f", score.ratio()),
                number("%,.3f", score.p50Micros() / 1e3),
                number("%,.3f", score.p99Micros() / 1e3));
    }

    private static String line(Object... cells) {
        return String.format(Locale.ROOT, "%-36s %7s %9s %7s %9s %9s\n", cells);
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    @Override
    public String json() {
        return drawn().json();
    }

    @Override
    public String chart() {
        return drawn().chart();
    }

    @Override
    public boolean isReached() {
        return targets.stream().allMatch(Target::isReached);
    }
}
