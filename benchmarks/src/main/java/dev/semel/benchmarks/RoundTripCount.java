package dev.semel.benchmarks;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.benchmarks.report.Target;
import dev.semel.benchmarks.report.Target.Bound;
import dev.semel.redis.RedisStore;
import dev.semel.servers.FlakyProxy;
import java.util.List;

/** Counts how often a lone caller waits for the server, with a proxy that counts answers. */
final class RoundTripCount {
    private static final int CALLS = 200;

    private RoundTripCount() {}

    static List<Target> of(RedisSite site) {
        try (FlakyProxy proxy = FlakyProxy.to(site.server());
                RedisStore store = RedisStore.at(site.server().uri(proxy) + "/63");
                Semel semel = Semel.on(store)) {
            Operation<byte[]> operation =
                    semel.operation("payments.create", Codec.bytes()).build();
            perCall(proxy, operation, "warm-up-");
            double fresh = perCall(proxy, operation, "counted-");
            double replay = perCall(proxy, operation, "counted-");
            return List.of(target("a new operation", fresh, 2), target("a replay", replay, 1));
        }
    }

    private static Target target(String what, double measured, double limit) {
        return new Target("round trips for " + what, Bound.AT_MOST, measured, limit, "round trips", 2);
    }

    private static double perCall(FlakyProxy proxy, Operation<byte[]> operation, String prefix) {
        long before = proxy.roundTrips();
        for (int i = 0; i < CALLS; i++) {
            operation.once(prefix + i, Payment.number(1), () -> Rows.RESULT);
        }
        return (double) (proxy.roundTrips() - before) / CALLS;
    }
}
