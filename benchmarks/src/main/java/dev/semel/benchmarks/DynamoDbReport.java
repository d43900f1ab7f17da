package dev.semel.benchmarks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the suite of the DynamoDB store found.
 *
 * @param circumstances machine, Java and effort, a line for each
 * @param scores in the order in which they are shown
 */
record DynamoDbReport(
        String suite, String title, String circumstances, List<DynamoDbScore> scores, List<Target> targets)
        implements Findings {
    private static final String LEGEND = """
            requests: sent for each call; units: write and read units that DynamoDB charges for each call, refused conditions included
            CPU: of the calling thread, in microseconds for each call; ratio: to that of the first line, the median of the rounds' ratios
            """;

    DynamoDbReport {
        scores = List.copyOf(scores);
        targets = List.copyOf(targets);
    }

    private List<String> scenes() {
        return scores.stream().map(DynamoDbScore::scene).distinct().toList();
    }

    private List<DynamoDbScore> in(String scene) {
        return scores.stream().filter(each -> each.scene().equals(scene)).toList();
    }

    @Override
    public String table() {
        StringBuilder text = new StringBuilder();
        text.append(title).append('\n').append(circumstances).append('\n');
        for (String scene : scenes()) {
            text.append('\n').append(line(scene, "requests", "units", "CPU", "ratio"));
            in(scene).forEach(each -> text.append(line(each, "  ")));
        }
        text.append('\n').append(LEGEND).append('\n');
        targets.forEach(each -> text.append(each.verdict()).append('\n'));
        return text.toString();
    }

    /** One measurement, to be told while the suite runs. */
    static String progress(DynamoDbScore score) {
        return (score.scene() + ": " + line(score, "")).strip();
    }

    private static String line(DynamoDbScore score, String indent) {
        return line(
                indent + score.subject(),
                number("%.2f", score.requests()),
                number("%.2f", score.units()),
                number("%,.0f", score.cpuMicros()),
                number("%.2f", score.cpuRatio()));
    }

    private static String line(Object... cells) {
        return String.format(Locale.ROOT, "%-34s %9s %7s %8s %7s\n", cells);
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    @Override
    public String json() {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("suite", Json.text(suite));
        members.put("title", Json.text(title));
        members.put("circumstances", Json.array(circumstances.lines().toList(), Json::text));
        members.put("scores", Json.array(scores, DynamoDbReport::json));
        members.put("targets", Json.array(targets, Json::target));
        return Json.object(members, ",\n  ", "{\n  ", "\n}\n");
    }

    private static String json(DynamoDbScore score) {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("scene", Json.text(score.scene()));
        members.put("subject", Json.text(score.subject()));
        members.put("requests", Json.number(score.requests()));
        members.put("units", Json.number(score.units()));
        members.put("cpuMicros", Json.number(score.cpuMicros()));
        members.put("cpuRatio", Json.number(score.cpuRatio()));
        return Json.object(members, ", ", "{", "}");
    }

    @Override
    public String chart() {
        return DynamoDbChart.of(this);
    }

    @Override
    public boolean isReached() {
        return targets.stream().allMatch(Target::isReached);
    }
}
