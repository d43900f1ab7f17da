package dev.semel.benchmarks;

import dev.semel.benchmarks.report.Figure;
import dev.semel.benchmarks.report.Report;
import dev.semel.benchmarks.report.Samples;
import dev.semel.benchmarks.report.Score;
import dev.semel.benchmarks.report.Target;
import dev.semel.benchmarks.report.Target.Bound;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What an operation costs on DynamoDB: requests, units, and CPU of the client. Not time: DynamoDB Local is far slower than DynamoDB, and the
 * network in between is what a request takes there.
 */
final class DynamoDbSuite implements Suite {
    private static final String NEW = "new operations";
    private static final String REPLAYS = "replays";
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final @Nullable Length fixed;
    private final Payment payment = Payment.number(1);

    /**
     * How much to do.
     *
     * @param warmups how many calls are made before those that count
     * @param rounds how many rounds count
     * @param calls how many calls a round has
     */
    record Length(int warmups, int rounds, int calls) {}

    /** What one round cost, for each call. */
    private record Cost(double requests, double units, double cpuMicros) {}

    DynamoDbSuite() {
        this(null);
    }

    /** Of a length of its own, whatever the effort. */
    DynamoDbSuite(@Nullable Length length) {
        this.fixed = length;
    }

    @Override
    public String name() {
        return "dynamodb";
    }

    @Override
    public String title() {
        return "DynamoDB: requests, units and client CPU of an operation with a result of 1 KB";
    }

    @Override
    public Report run(Workbench bench) throws Exception {
        Length usual = bench.effort().everything() ? new Length(600, 9, 60) : new Length(200, 5, 30);
        Length length = fixed == null ? usual : fixed;
        List<Score> scores = new ArrayList<>();
        List<Target> targets = new ArrayList<>();
        try (DynamoDbPlace place = new DynamoDbPlace()) {
            List<DynamoDbContender> all = DynamoDbContenders.all(place);
            for (String scene : List.of(NEW, REPLAYS)) {
                Map<String, List<Cost>> costs = measure(place.toll(), scene, all, length);
                List<Score> found = scores(scene, costs);
                found.forEach(bench::say);
                scores.addAll(found);
                targets.addAll(targets(scene, costs));
            }
        }
        return new Report(
                name(),
                title(),
                bench.circumstances(List.of("DynamoDB Local, one thread, url-connection-client")),
                Figure.REQUESTS,
                scores,
                targets,
                List.of());
    }

    /** What each round of each contender cost, by its name. */
    private Map<String, List<Cost>> measure(Toll toll, String scene, List<DynamoDbContender> all, Length length)
            throws Exception {
        List<DynamoDbContender> able =
                all.stream().filter(each -> scene.equals(NEW) || each.replays()).toList();
        Map<String, List<Cost>> costs = new LinkedHashMap<>();
        for (DynamoDbContender each : able) {
            costs.put(each.name(), new ArrayList<>());
            round(toll, scene, each, length.warmups);
        }
        for (int i = 0; i < length.rounds; i++) {
            for (DynamoDbContender each : able) {
                of(costs, each.name()).add(round(toll, scene, each, length.calls));
            }
        }
        return costs;
    }

    private static List<Score> scores(String scene, Map<String, List<Cost>> costs) {
        List<Cost> baseline = costs.values().iterator().next();
        return costs.entrySet().stream()
                .map(each -> score(scene, each.getKey(), each.getValue(), baseline))
                .toList();
    }

    private static Score score(String scene, String subject, List<Cost> rounds, List<Cost> baseline) {
        List<Double> ratios = IntStream.range(0, rounds.size())
                .mapToObj(i -> rounds.get(i).cpuMicros / baseline.get(i).cpuMicros)
                .toList();
        return new Score(
                "",
                scene,
                subject,
                1,
                Map.of(
                        Figure.REQUESTS, Samples.median(rounds, Cost::requests),
                        Figure.UNITS, Samples.median(rounds, Cost::units),
                        Figure.CPU_MICROS, Samples.median(rounds, Cost::cpuMicros),
                        Figure.CPU_RATIO, Samples.median(ratios)));
    }

    /** New keys for new operations, and one key for replays, which is there before anything is counted. */
    private Cost round(Toll toll, String scene, DynamoDbContender contender, int calls) throws Exception {
        String run = UUID.randomUUID().toString();
        boolean fresh = scene.equals(NEW);
        if (!fresh) {
            call(contender, run);
        }
        long requests = toll.requests();
        double units = toll.units();
        long cpu = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < calls; i++) {
            call(contender, fresh ? run + i : run);
        }
        double micros = (THREADS.getCurrentThreadCpuTime() - cpu) / 1e3;
        return new Cost((double) (toll.requests() - requests) / calls, (toll.units() - units) / calls, micros / calls);
    }

    private void call(DynamoDbContender contender, String key) throws Exception {
        String receipt;
        try {
            receipt = contender.call(payment, key);
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        if (!receipt.equals(DynamoDbContenders.RECEIPT)) {
            throw new IllegalStateException(contender.name() + " gave another receipt; its figures are worth nothing");
        }
    }

    /** CPU is compared with that of the peer in the same round, whatever the first line did. */
    private static List<Target> targets(String scene, Map<String, List<Cost>> costs) {
        List<Cost> peer = of(costs, DynamoDbContenders.POWERTOOLS);
        Score semel = score(scene, DynamoDbContenders.SEMEL, of(costs, DynamoDbContenders.SEMEL), peer);
        int most = scene.equals(NEW) ? 2 : 1;
        return List.of(
                new Target("Semel, " + scene, Bound.AT_MOST, semel.get(Figure.REQUESTS), most, "requests", 2),
                new Target(
                        "Semel, " + scene + ", CPU beside Powertools",
                        Bound.AT_MOST,
                        semel.get(Figure.CPU_RATIO),
                        1,
                        "times",
                        2));
    }

    private static List<Cost> of(Map<String, List<Cost>> costs, String name) {
        return Objects.requireNonNull(costs.get(name), name);
    }
}
