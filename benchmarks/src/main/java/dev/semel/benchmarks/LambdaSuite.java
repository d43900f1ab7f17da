package dev.semel.benchmarks;

import dev.semel.benchmarks.report.Figure;
import dev.semel.benchmarks.report.Report;
import dev.semel.benchmarks.report.Samples;
import dev.semel.benchmarks.report.Score;
import dev.semel.benchmarks.report.Target;
import dev.semel.benchmarks.report.Target.Bound;
import java.util.ArrayList;
import java.util.List;

/** How long a function takes from its start to its first answer: fresh JVMs, in turns, on one class path and one DynamoDB Local. */
final class LambdaSuite implements Suite {
    static final String POWERTOOLS = "Powertools";
    static final String SEMEL = "Semel";
    static final String TO_THE_FIRST_ANSWER = "start to the first answer";
    static final String PROCESSOR = "processor time up to it";

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

    /** One of those that are compared, and how long each of its starts took. */
    private record Function(String name, Class<?> program, String table, List<Long> nanos, List<Long> processor) {
        Function(String name, Class<?> program, String table) {
            this(name, program, table, new ArrayList<>(), new ArrayList<>());
        }

        /** What the program printed. */
        void took(String printed) {
            String[] both = printed.split(" ", 2);
            nanos.add(Long.parseLong(both[0]));
            processor.add(Long.parseLong(both[1]));
        }

        Score passed() {
            return Score.ofCost(TO_THE_FIRST_ANSWER, name, 1, Samples.median(nanos), Samples.deviation(nanos));
        }

        Score used() {
            return Score.ofCost(PROCESSOR, name, 1, Samples.median(processor), Samples.deviation(processor));
        }
    }

    @Override
    public Report run(Workbench bench) throws Exception {
        int starts = fixedStarts > 0 ? fixedStarts : bench.effort().everything() ? 31 : 11;
        try (DynamoDbPlace place = new DynamoDbPlace()) {
            Function powertools = new Function(POWERTOOLS, PowertoolsStart.class, place.table("powertools_start"));
            Function semel = new Function(SEMEL, SemelStart.class, place.table("semel_start"));
            // The first of each counts for nothing: it reads the jars from disk for all others.
            for (int start = fixedStarts > 0 ? 1 : 0; start <= starts; start++) {
                for (Function each : List.of(powertools, semel)) {
                    String printed = bench.inFreshJvm(JVM, each.program, place.uri(), each.table);
                    if (start > 0) {
                        each.took(printed);
                    }
                }
            }
            return report(bench, powertools, semel, starts);
        }
    }

    private Report report(Workbench bench, Function powertools, Function semel, int starts) {
        return new Report(
                name(),
                title(),
                bench.circumstances(List.of()),
                Figure.NANOS_PER_CALL,
                Score.comparedWith(
                        POWERTOOLS, List.of(powertools.passed(), semel.passed(), powertools.used(), semel.used())),
                List.of(
                        target("cold start of Semel", semel.passed(), powertools.passed()),
                        target("processor time of a cold start", semel.used(), powertools.used())),
                List.of(
                        "medians of " + starts + " starts each, taken in turns",
                        "processor time is that of the whole process, its compiler and its start included; it is what a machine under load tells"));
    }

    private static Target target(String what, Score semel, Score powertools) {
        double ratio = semel.get(Figure.NANOS_PER_CALL) / powertools.get(Figure.NANOS_PER_CALL);
        return new Target(what, Bound.AT_MOST, ratio, 1, "times that of Powertools", 2);
    }
}
