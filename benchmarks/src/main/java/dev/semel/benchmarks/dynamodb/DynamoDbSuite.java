package dev.semel.benchmarks.dynamodb;

import dev.semel.benchmarks.measure.Suite;
import dev.semel.benchmarks.measure.SuiteFindings;
import dev.semel.benchmarks.measure.Workbench;
import dev.semel.benchmarks.report.Comparison;
import dev.semel.benchmarks.report.Figure;
import dev.semel.benchmarks.report.Measurement;
import dev.semel.benchmarks.report.PerformanceTarget;
import dev.semel.benchmarks.report.PerformanceTarget.Bound;
import dev.semel.benchmarks.servers.PrivateDynamoDb;
import dev.semel.benchmarks.servers.Toll;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * The requests, units and client CPU of an operation on DynamoDB. Time is not measured: DynamoDB Local is far slower than DynamoDB, and a real
 * request mostly takes the time of the network.
 */
public final class DynamoDbSuite extends Suite {
    private static final String NEW = "new operations";
    private static final String REPLAYS = "replays";
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /**
     * The number of calls.
     *
     * @param warmups how many calls are made before those that count
     * @param rounds how many rounds count
     * @param calls how many calls a round has
     */
    private record Length(int warmups, int rounds, int calls) {}

    /** Creates the suite. */
    public DynamoDbSuite() {
        super(
                "dynamodb",
                "DynamoDB: requests, units and client CPU of an operation with a result of 1 KB",
                Figure.REQUESTS,
                List.of());
    }

    @Override
    protected void measure(Workbench bench, SuiteFindings found) throws Exception {
        Length length = bench.effort().choose(new Length(1, 1, 3), new Length(200, 5, 30), new Length(600, 9, 60));
        found.describe("DynamoDB Local, one thread, url-connection-client");
        try (PrivateDynamoDb server = new PrivateDynamoDb()) {
            List<DynamoDbContender> all = DynamoDbContenders.all(server);
            for (String scene : List.of(NEW, REPLAYS)) {
                Comparison comparison = new Comparison("", scene, 1, Figure.CPU_MICROS, Figure.CPU_RATIO);
                Map<String, List<Map<Figure, Double>>> rounds = rounds(server.toll(), scene, all, length);
                List<Map<Figure, Double>> baseline = rounds.values().iterator().next();
                List<Measurement> measured = rounds.entrySet().stream()
                        .map(each -> comparison.measurement(each.getKey(), each.getValue(), baseline))
                        .toList();
                measured.forEach(bench::report);
                found.add(measured);
                found.judge(targets(comparison, rounds));
            }
        }
    }

    /** Returns the costs of each contender in each round, by its name. */
    private static Map<String, List<Map<Figure, Double>>> rounds(
            Toll toll, String scene, List<DynamoDbContender> all, Length length) throws Exception {
        List<DynamoDbContender> able =
                all.stream().filter(each -> scene.equals(NEW) || each.replays()).toList();
        Map<String, List<Map<Figure, Double>>> rounds = new LinkedHashMap<>();
        for (DynamoDbContender each : able) {
            round(toll, scene, each, length.warmups);
        }
        for (int i = 0; i < length.rounds; i++) {
            for (DynamoDbContender each : able) {
                rounds.computeIfAbsent(each.name(), name -> new ArrayList<>())
                        .add(round(toll, scene, each, length.calls));
            }
        }
        return rounds;
    }

    /** Uses a new key for each new operation, and for replays one key, which is stored before anything counts. */
    private static Map<Figure, Double> round(Toll toll, String scene, DynamoDbContender contender, int calls)
            throws Exception {
        String run = UUID.randomUUID().toString();
        boolean fresh = scene.equals(NEW);
        if (!fresh) {
            contender.pay(run);
        }
        long requests = toll.requests();
        double units = toll.units();
        long cpu = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < calls; i++) {
            contender.pay(fresh ? run + i : run);
        }
        double micros = (THREADS.getCurrentThreadCpuTime() - cpu) / 1e3;
        return Map.of(
                Figure.REQUESTS, (double) (toll.requests() - requests) / calls,
                Figure.UNITS, (toll.units() - units) / calls,
                Figure.CPU_MICROS, micros / calls);
    }

    /** Compares the CPU time with that of Powertools in the same rounds, not with the first row's. */
    private static List<PerformanceTarget> targets(
            Comparison comparison, Map<String, List<Map<Figure, Double>>> rounds) {
        String scene = comparison.scene();
        Measurement semel = comparison.measurement(
                DynamoDbContenders.SEMEL,
                Objects.requireNonNull(rounds.get(DynamoDbContenders.SEMEL)),
                Objects.requireNonNull(rounds.get(DynamoDbContenders.POWERTOOLS)));
        return List.of(
                new PerformanceTarget(
                        "Semel, " + scene,
                        Bound.AT_MOST,
                        semel.get(Figure.REQUESTS),
                        scene.equals(NEW) ? 2 : 1,
                        "requests",
                        2),
                new PerformanceTarget(
                        "Semel, " + scene + ", CPU beside Powertools",
                        Bound.AT_MOST,
                        semel.get(Figure.CPU_RATIO),
                        1,
                        "times",
                        2));
    }
}
