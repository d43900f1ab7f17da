package dev.semel.redis;

import static dev.semel.policy.Policies.waitUpTo;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Fingerprint;
import dev.semel.Fingerprinter;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.SemelException;
import dev.semel.servers.FlakyProxy;
import dev.semel.servers.RedisCluster;
import dev.semel.servers.RedisServer;
import dev.semel.testkit.history.History;
import dev.semel.testkit.history.rules.HistoryChecker;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("servers that are killed, restarted, frozen and cut off under load, checked by the history")
class HistoryTest {
    private static final int THREADS = 12;

    private final History history = new History(InstantSource.system());
    private final ConcurrentMap<String, AtomicInteger> runs = new ConcurrentHashMap<>();
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private volatile boolean over;

    private interface Trouble {
        void make() throws InterruptedException;
    }

    @Test
    @DisplayName("F1 F2 one server")
    void oneServer() throws Exception {
        try (RedisServer server = RedisServer.start();
                FlakyProxy proxy = FlakyProxy.to(server);
                RedisStore first = open(server.uri(proxy));
                RedisStore second = open(server.uri())) {
            List<Trouble> troubles = List.of(
                    () -> {
                        server.kill();
                        Samples.restart(server);
                    },
                    () -> {
                        server.pause();
                        awaitStandstill();
                        server.resume();
                    },
                    () -> server.command("SCRIPT FLUSH"),
                    proxy::cut,
                    proxy::loseNextReply,
                    proxy::loseNextRequest);
            run(List.of(first, second), troubles);
        }
    }

    @Test
    @DisplayName("F1 F5 a cluster of three masters")
    void cluster() throws Exception {
        try (RedisCluster cluster = RedisCluster.start();
                RedisStore first = open(cluster.uri());
                RedisStore second = open(cluster.uri())) {
            List<RedisServer> nodes = cluster.nodes();
            List<Trouble> troubles = List.of(
                    () -> {
                        nodes.get(0).kill();
                        Samples.restart(nodes.get(0));
                        cluster.awaitOk();
                    },
                    () -> {
                        nodes.get(1).pause();
                        awaitStandstill();
                        nodes.get(1).resume();
                    },
                    () -> nodes.get(2).command("SCRIPT FLUSH"));
            run(List.of(first, second), troubles);
        }
    }

    /** Until calls get somewhere, or somewhere again. */
    private void awaitMore() {
        int enough = answered.get() + ThreadLocalRandom.current().nextInt(50, 150);
        Samples.await("more answers", () -> answered.get() >= enough);
    }

    /** Waits until a frozen server blocks all calls: no call is answered between two looks. */
    private void awaitStandstill() {
        AtomicInteger last = new AtomicInteger(-1);
        AtomicInteger same = new AtomicInteger();
        Samples.await("a standstill", () -> {
            int now = answered.get();
            return (last.getAndSet(now) == now ? same.incrementAndGet() : same.getAndSet(0)) >= 10;
        });
    }

    private static RedisStore open(String address) {
        return RedisStore.builder(address).timeout(Duration.ofSeconds(1)).build();
    }

    private void run(List<RedisStore> stores, List<Trouble> troubles) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int number = i;
                Operation<String> operation = operation("node-" + number % 2, stores.get(number % 2));
                running.add(threads.submit(() -> {
                    for (int round = 0; !over; round++) {
                        call(operation, "hot-" + round / 4 % 50);
                        call(operation, "own-" + number + "-" + round);
                    }
                }));
            }
            for (Trouble trouble : troubles) {
                awaitMore();
                trouble.make();
            }
            awaitMore();
            over = true;
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            over = true;
            threads.shutdownNow();
        }
        // Leases are long here, so what is judged does not depend on how far the two clocks are apart.
        assertThat(new HistoryChecker(Duration.ofSeconds(30)).check(history)).isEmpty();
        assertThat(runs.values()).allSatisfy(count -> assertThat(count).hasValue(1));
        assertThat(answered.get()).isGreaterThan(100);
        System.out.println(answered + " answers, " + failed + " failures, " + runs.size() + " effects");
    }

    private Operation<String> operation(String node, RedisStore store) {
        return Semel.on(history.recording(node, store))
                .operation("history", Codec.text())
                .lease(Duration.ofMinutes(5))
                .whileRunning(waitUpTo(Duration.ofSeconds(1)))
                .build();
    }

    private void call(Operation<String> operation, String key) {
        Fingerprint fingerprint = Fingerprinter.byValue().of(key);
        try {
            Outcome<String> outcome = operation.attempt(key, key, context -> {
                String receipt = key + " " + System.nanoTime();
                runs.computeIfAbsent(key, any -> new AtomicInteger()).incrementAndGet();
                history.ran(context.facts(), fingerprint, receipt.getBytes(UTF_8));
                return receipt;
            });
            if (outcome instanceof Outcome.Executed<String> executed) {
                history.answered(executed.facts(), fingerprint, executed.value().getBytes(UTF_8));
                answered.incrementAndGet();
            } else if (outcome instanceof Outcome.Replayed<String> replayed) {
                history.answered(replayed.facts(), fingerprint, replayed.value().getBytes(UTF_8));
                answered.incrementAndGet();
            }
        } catch (SemelException e) {
            failed.incrementAndGet();
        }
    }
}
