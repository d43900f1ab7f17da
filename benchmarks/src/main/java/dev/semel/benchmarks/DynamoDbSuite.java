package dev.semel.benchmarks;

import dev.semel.benchmarks.DynamoDbScore.Cost;
import dev.semel.benchmarks.Target.Bound;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
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
    public Findings run(Workbench bench) throws Exception {
        Length usual = bench.effort().everything() ? new Length(600, 9, 60) : new Length(200, 5, 30);
        Length length = fixed == null ? usual : fixed;
        List<DynamoDbScore> scores = new ArrayList<>();
        try (DynamoDbPlace place = new DynamoDbPlace()) {
            List<DynamoDbContender> all = DynamoDbContenders.all(place);
            scores.addAll(measure(place.toll(), NEW, all, length));
            scores.forEach(each -> bench.say("%s", DynamoDbReport.progress(each)));
            List<DynamoDbContender> replaying =
                    all.stream().filter(DynamoDbContender::replays).toList();
            List<DynamoDbScore> replays = measure(place.toll(), REPLAYS, replaying, length);
            replays.forEach(each -> bench.say("%s", DynamoDbReport.progress(each)));
            scores.addAll(replays);
        }
        String circumstances = bench.circumstances() + "\nDynamoDB Local, one thread, url-connection-client";
        return new DynamoDbReport(name(), title(), circumstances, scores, targets(scores));
    }

    private List<DynamoDbScore> measure(Toll toll, String scene, List<DynamoDbContender> all, Length length)
            throws Exception {
        Map<DynamoDbContender, List<Cost>> costs = new LinkedHashMap<>();
        for (DynamoDbContender each : all) {
            costs.put(each, new ArrayList<>());
            round(toll, scene, each, length.warmups);
        }
        for (int i = 0; i < length.rounds; i++) {
            for (Map.Entry<DynamoDbContender, List<Cost>> each : costs.entrySet()) {
                each.getValue().add(round(toll, scene, each.getKey(), length.calls));
            }
        }
        List<Cost> baseline = costs.values().iterator().next();
        return costs.entrySet().stream()
                .map(each -> DynamoDbScore.of(scene, each.getKey().name(), each.getValue(), baseline))
                .toList();
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

    private static List<Target> targets(List<DynamoDbScore> scores) {
        DynamoDbScore fresh = of(scores, NEW, DynamoDbContenders.SEMEL);
        DynamoDbScore replay = of(scores, REPLAYS, DynamoDbContenders.SEMEL);
        return List.of(
                new Target("Semel, new operations", Bound.AT_MOST, fresh.requests(), 2, "requests", 2),
                new Target("Semel, replays", Bound.AT_MOST, replay.requests(), 1, "requests", 2),
                cpu(scores, NEW, fresh),
                cpu(scores, REPLAYS, replay));
    }

    private static Target cpu(List<DynamoDbScore> scores, String scene, DynamoDbScore semel) {
        double peer = of(scores, scene, DynamoDbContenders.POWERTOOLS).cpuRatio();
        return new Target(
                "Semel, " + scene + ", CPU beside Powertools", Bound.AT_MOST, semel.cpuRatio() / peer, 1, "times", 2);
    }

    private static DynamoDbScore of(List<DynamoDbScore> scores, String scene, String subject) {
        return scores.stream()
                .filter(each -> each.scene().equals(scene) && each.subject().equals(subject))
                .findFirst()
                .orElseThrow();
    }
}
