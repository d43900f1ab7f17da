package dev.semel.benchmarks.redis;

import dev.semel.benchmarks.measure.Contender;
import dev.semel.benchmarks.measure.Effort;
import dev.semel.benchmarks.measure.PacedSuite;
import dev.semel.benchmarks.measure.SideBySide;
import dev.semel.benchmarks.measure.SuiteFindings;
import dev.semel.benchmarks.report.Measurement;
import dev.semel.benchmarks.report.PerformanceTarget;
import dev.semel.benchmarks.servers.PrivateRedis;
import dev.semel.benchmarks.workload.SteadyCalls;
import dev.semel.redis.RedisStore;
import dev.semel.servers.FlakyProxy;
import java.util.List;
import java.util.Map;

/** The cost of the Redis store beside hand-written code and other libraries, and beside the fastest write of the server. */
public final class RedisSuite extends PacedSuite<PrivateRedis> {
    private static final int THREADS = 64;
    private static final Map<String, Double> LIMITS = Map.of(RedisScenes.NEW, 1.6, RedisScenes.REPLAYS, 1.4);

    /** Creates the suite. */
    public RedisSuite() {
        super("redis", "Redis store: results of 1 KB, all threads on shared connections", List.of("memory", "disk"));
    }

    @Override
    protected List<Integer> threads(Effort effort) {
        return effort.choose(List.of(1), List.of(1, THREADS), List.of(1, 16, THREADS));
    }

    @Override
    protected PrivateRedis start(String part, Effort effort) {
        return PrivateRedis.start(part);
    }

    @Override
    protected void measure(String part, PrivateRedis server, SideBySide sideBySide, SuiteFindings found)
            throws Exception {
        found.describe(server.description());
        Contender.Step nothing = () -> {};
        try (RedisScenes scenes = new RedisScenes(server)) {
            List<Measurement> measured = sideBySide.measure(server.name(), scenes.all(), server::read, nothing);
            found.add(measured);
            if (part.equals("memory")) {
                // A disk would hide what Semel itself costs.
                found.judge(targets(measured));
                found.judge(roundTrips(server));
            }
        }
    }

    private static List<PerformanceTarget> targets(List<Measurement> measured) {
        return measured.stream()
                .filter(each -> each.threads() == THREADS && each.subject().equals(RedisScenes.SEMEL))
                .map(each -> PerformanceTarget.ofRatio(
                        each, LIMITS.getOrDefault(each.scene(), 1.0), "times the usual middleware"))
                .toList();
    }

    /** Counts how often one thread waits for the server, with a proxy that counts replies. */
    private static List<PerformanceTarget> roundTrips(PrivateRedis server) {
        try (FlakyProxy proxy = FlakyProxy.to(server.server())) {
            RedisStore store = RedisStore.at(server.server().uri(proxy) + "/63");
            return SteadyCalls.count(store, proxy::roundTrips, "", "round trips");
        }
    }
}
