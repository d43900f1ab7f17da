package dev.semel.benchmarks.lambda;

import dev.semel.benchmarks.measure.Effort;
import dev.semel.benchmarks.measure.FreshJvm;
import dev.semel.benchmarks.measure.Suite;
import dev.semel.benchmarks.measure.SuiteFindings;
import dev.semel.benchmarks.measure.Workbench;
import dev.semel.benchmarks.report.Figure;
import dev.semel.benchmarks.report.Measurement;
import dev.semel.benchmarks.report.PerformanceTarget;
import dev.semel.benchmarks.report.PerformanceTarget.Bound;
import dev.semel.benchmarks.servers.PrivateDynamoDb;
import java.util.ArrayList;
import java.util.List;

/** The time of a function from its start to its first response: fresh JVMs in turns, on one class path and one DynamoDB Local. */
public final class LambdaSuite extends Suite {
    private static final String POWERTOOLS = "Powertools";

    /** The options with which Lambda starts Java. */
    private static final FreshJvm JVM =
            FreshJvm.with(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx512m"));

    /** Creates the suite. */
    public LambdaSuite() {
        super(
                "lambda",
                "cold start of a function: SDK client, handler, first invocation, on DynamoDB Local",
                Figure.NANOS_PER_CALL,
                List.of());
    }

    /** One of the compared functions, and the times of its starts. */
    private record Function(String name, Class<?> program, String table, List<Long> nanos, List<Long> processor) {
        Function(String name, Class<?> program, String table) {
            this(name, program, table, new ArrayList<>(), new ArrayList<>());
        }

        String start(String uri) throws Exception {
            return JVM.run(program.getName(), uri, table);
        }

        void add(String printed) {
            String[] both = printed.split(" ", 2);
            nanos.add(Long.parseLong(both[0]));
            processor.add(Long.parseLong(both[1]));
        }

        Measurement passed() {
            return Measurement.ofCosts("start to the first answer", name, nanos);
        }

        Measurement used() {
            return Measurement.ofCosts("processor time up to it", name, processor);
        }
    }

    @Override
    protected void measure(Workbench bench, SuiteFindings found) throws Exception {
        int starts = bench.effort().choose(1, 11, 31);
        try (PrivateDynamoDb server = new PrivateDynamoDb()) {
            Function powertools = new Function(POWERTOOLS, PowertoolsStart.class, server.table("powertools_start"));
            Function semel = new Function("Semel", SemelStart.class, server.table("semel_start"));
            // The first start of each does not count: it reads the jars from disk for all others.
            for (int start = bench.effort() == Effort.LEAST ? 1 : 0; start <= starts; start++) {
                for (Function each : List.of(powertools, semel)) {
                    String printed = each.start(server.uri());
                    bench.say("%s, %d/%d: %s", each.name, start, starts, printed);
                    if (start > 0) {
                        each.add(printed);
                    }
                }
            }
            found.add(Measurement.comparedWith(
                    POWERTOOLS, List.of(powertools.passed(), semel.passed(), powertools.used(), semel.used())));
            found.judge(target("cold start of Semel", semel.passed(), powertools.passed()));
            found.judge(target("processor time of a cold start", semel.used(), powertools.used()));
        }
        found.note("medians of " + starts + " starts each, taken in turns");
        found.note("processor time covers the whole process, including compilation and the start of the JVM; use it"
                + " when the machine is busy");
    }

    private static PerformanceTarget target(String what, Measurement semel, Measurement powertools) {
        double ratio = semel.get(Figure.NANOS_PER_CALL) / powertools.get(Figure.NANOS_PER_CALL);
        return new PerformanceTarget(what, Bound.AT_MOST, ratio, 1, "times that of Powertools", 2);
    }
}
