package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.servers.RedisCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a cluster whose slots move from one server to another")
class ClusterMovesTest {
    private static final int THREADS = 4;
    private final Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();
    private volatile boolean over;

    @Test
    @DisplayName("F5 under load runs each operation once, and replays earlier results afterwards")
    void resharded() throws Exception {
        try (RedisCluster cluster = RedisCluster.start();
                RedisStore store = RedisStore.at(cluster.uri())) {
            Operation<String> operation = Semel.on(store)
                    .operation("moves", Codec.text())
                    .lease(Duration.ofMinutes(5))
                    .build();
            for (int i = 0; i < 200; i++) {
                call(operation, "before-" + i);
            }
            ExecutorService threads = Executors.newFixedThreadPool(THREADS);
            List<Future<?>> running = new ArrayList<>();
            try {
                for (int i = 0; i < THREADS; i++) {
                    int thread = i;
                    running.add(threads.submit(() -> {
                        for (int round = 0; !over; round++) {
                            call(operation, "during-" + thread + "-" + round);
                            call(operation, "before-" + round % 200);
                        }
                    }));
                }
                cluster.moveSlots(1_000);
                over = true;
                for (Future<?> each : running) {
                    each.get(60, TimeUnit.SECONDS);
                }
            } finally {
                over = true;
                threads.shutdownNow();
            }
            int during = runs.size() - 200;
            for (String key : List.copyOf(runs.keySet())) {
                assertThat(operation.attempt(key, key, context -> "again")).isInstanceOf(Outcome.Replayed.class);
            }
            assertThat(runs.values()).allSatisfy(count -> assertThat(count).hasValue(1));
            assertThat(during).isPositive();
        }
    }

    private void call(Operation<String> operation, String key) {
        while (true) {
            try {
                String answer = operation.once(
                        key,
                        key,
                        () -> key + " run "
                                + runs.computeIfAbsent(key, any -> new AtomicInteger())
                                        .incrementAndGet());
                assertThat(answer).isEqualTo(key + " run 1");
                return;
            } catch (StoreException e) {
                assertThat(e).as("a failure of the store is asked again").isNotNull();
            }
        }
    }
}
