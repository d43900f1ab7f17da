package dev.semel.benchmarks;

import dev.semel.benchmarks.Target.Bound;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How long a function takes from its start to its first answer: fresh JVMs, in turns, on one class path and one DynamoDB Local. */
final class LambdaSuite implements Suite {
    static final String POWERTOOLS = "Powertools";
    static final String SEMEL = "Semel";
    static final String TO_THE_FIRST_ANSWER = "start to the first answer";

    /** As Lambda starts Java. */
    private static final List<String> JVM =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx512m");

    private final int fixedStarts;

    LambdaSuite() {
        this(0);
    }

    /** With so many starts, whatever the effort; 0 for as many as that says. */
    LambdaSuite(int starts) {
        this.fixedStarts = starts;
    }

    @Override
    public String name() {
        return "lambda";
    }

    @Override
    public String title() {
        return "a function's cold start: SDK client, handler, first invocation, on DynamoDB Local";
    }

    @Override
    public Findings run(Workbench bench) throws Exception {
        int starts = fixedStarts > 0 ? fixedStarts : bench.effort().everything() ? 31 : 11;
        Map<String, List<Long>> nanos = new LinkedHashMap<>();
        try (DynamoDbPlace place = new DynamoDbPlace()) {
            Map<String, Class<?>> programs = new LinkedHashMap<>();
            programs.put(POWERTOOLS, PowertoolsStart.class);
            programs.put(SEMEL, SemelStart.class);
            Map<String, String> tables = new LinkedHashMap<>();
            for (String subject : programs.keySet()) {
                tables.put(subject, place.table("start_" + subject));
            }
            // The first of each counts for nothing: it reads the jars from disk for all others.
            for (int start = fixedStarts > 0 ? 1 : 0; start <= starts; start++) {
                for (Map.Entry<String, Class<?>> each : programs.entrySet()) {
                    String printed = bench.inFreshJvm(JVM, each.getValue(), place.uri(), tables.get(each.getKey()));
                    if (start > 0) {
                        nanos.computeIfAbsent(each.getKey(), unknown -> new ArrayList<>())
                                .add(Long.parseLong(printed));
                    }
                }
            }
        }
        return report(bench, nanos);
    }

    private Report report(Workbench bench, Map<String, List<Long>> nanos) {
        List<Measurement> measurements = new ArrayList<>();
        nanos.forEach((subject, values) ->
                measurements.add(new Measurement(TO_THE_FIRST_ANSWER, subject, 1, median(values), deviation(values))));
        double ratio = measurements.get(1).nanosPerCall() / measurements.get(0).nanosPerCall();
        return new Report(
                name(),
                title(),
                bench.circumstances(),
                POWERTOOLS,
                measurements,
                List.of(new Target("cold start of Semel", Bound.AT_MOST, ratio, 1, "times that of Powertools", 2)),
                List.of("medians of " + nanos.get(SEMEL).size() + " starts each, taken in turns"));
    }

    private static double median(List<Long> values) {
        long[] sorted = values.stream().mapToLong(Long::longValue).sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2.0;
    }

    private static double deviation(List<Long> values) {
        double mean = values.stream().mapToLong(Long::longValue).average().orElse(0);
        double[] squares = values.stream()
                .mapToDouble(each -> (each - mean) * (each - mean))
                .toArray();
        return values.size() < 2 ? Double.NaN : Math.sqrt(Arrays.stream(squares).sum() / (values.size() - 1));
    }
}
