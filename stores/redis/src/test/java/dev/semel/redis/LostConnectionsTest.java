package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.servers.FlakyProxy;
import dev.semel.servers.RedisServer;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a server behind a network that loses requests and replies, and that is restarted")
class LostConnectionsTest {
    private final RedisServer server = RedisServer.start();
    private final FlakyProxy proxy = FlakyProxy.to(server);
    private final AtomicInteger runs = new AtomicInteger();
    private RedisStore store;

    @BeforeEach
    void open() {
        store = RedisStore.at(server.uri(proxy));
    }

    @AfterEach
    void close() {
        store.close();
        proxy.close();
        server.close();
    }

    private Operation<String> operation() {
        return Semel.on(store)
                .operation("lost", Codec.text())
                .lease(Duration.ofSeconds(20))
                .build();
    }

    private String attempts(Operation<String> operation, String key) {
        return operation
                .attempt(key, "r", context -> "attempt " + context.attempt() + " run " + runs.incrementAndGet())
                .orThrow();
    }

    @Test
    @DisplayName("F2 a claim whose reply was lost is recognised by its nonce, and a settlement by its token")
    void lostReplies() {
        Operation<String> operation = operation();
        attempts(operation, "warm");
        proxy.loseNextReply();
        assertThat(attempts(operation, "claim")).isEqualTo("attempt 1 run 2");
        String answer = operation
                .attempt("settle", "r", context -> {
                    proxy.loseNextReply();
                    return "attempt " + context.attempt();
                })
                .orThrow();
        assertThat(answer).isEqualTo("attempt 1");
        assertThat(attempts(operation, "settle")).isEqualTo("attempt 1");
        assertThat(proxy.cuts()).isEqualTo(2);
    }

    @Test
    @DisplayName("F2 a claim that Lettuce resends is one claim, and its caller does not notice")
    void claimSentAgainByTheClient() {
        Samples.claim(store, "warm");
        RecordId id = Samples.id("sent-again");
        ClaimRequest request = Samples.request(id);
        proxy.loseNextReply();
        ClaimResult result = store.claim(request);
        assertThat(result).isInstanceOf(ClaimResult.Claimed.class);
        assertThat(result.record().attempt()).isEqualTo(1);
        assertThat(result.record().token().nonce()).isEqualTo(request.nonce());
        assertThat(proxy.cuts()).isEqualTo(1);
    }

    @Test
    @DisplayName("F2 a reply that is cut off is not mixed up with the next reply")
    void replyCutInTheMiddle() {
        RecordId id = Samples.id("cut");
        byte[] bytes = new byte[50_000];
        Samples.settle(store, id, Samples.claim(store, id), bytes);
        for (int after : List.of(1, 30, 1_000, 40_000)) {
            proxy.cutAfterReplyBytes(after);
            ClaimResult replay = store.claim(Samples.request(id));
            assertThat(replay).isInstanceOf(ClaimResult.Settled.class);
            assertThat(replay.record().result().bytes()).isEqualTo(bytes);
        }
        assertThat(proxy.cuts()).isEqualTo(4);
    }

    @Test
    @DisplayName("F2 callers recover from a connection that is lost during a batch")
    void lostBatches() throws Exception {
        Operation<String> operation = operation();
        attempts(operation, "warm");
        AtomicInteger calls = new AtomicInteger(1);
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(16);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                int thread = i;
                running.add(threads.submit(() -> {
                    for (int round = 0; !over.get(); round++) {
                        String key = "batch-" + thread + "-" + round;
                        assertThat(attempts(operation, key)).startsWith("attempt 1 ");
                        calls.incrementAndGet();
                    }
                    return null;
                }));
            }
            for (int i = 0; i < 4; i++) {
                struck(proxy::loseNextReply);
                struck(proxy::loseNextRequest);
            }
            over.set(true);
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(runs).hasValue(calls.get());
        assertThat(proxy.cuts()).isGreaterThanOrEqualTo(8);
    }

    /** Injects a fault and waits until a call has hit it. */
    private void struck(Runnable fault) {
        long before = proxy.cuts();
        fault.run();
        Samples.await("a lost connection", () -> proxy.cuts() > before);
    }

    @Test
    @DisplayName("F1 the server restarts between claim and settlement: the settlement is sent again within the lease")
    void restart() {
        Operation<String> operation = operation();
        Outcome<String> outcome = operation.attempt("restart", "r", context -> {
            server.kill();
            server.restart();
            return "receipt";
        });
        assertThat(outcome).isInstanceOf(Outcome.Executed.class);
        assertThat(operation.once("restart", "r", () -> "never")).isEqualTo("receipt");
    }

    @Test
    @DisplayName("F5 scripts are loaded again after a restart and after SCRIPT FLUSH")
    void scriptsAreLoadedAgain() {
        Operation<String> operation = operation();
        attempts(operation, "before");
        server.command("SCRIPT FLUSH");
        assertThat(attempts(operation, "flushed")).startsWith("attempt 1 ");
        server.restart();
        assertThat(attempts(operation, "restarted")).startsWith("attempt 1 ");
        assertThat(attempts(operation, "before")).isEqualTo("attempt 1 run 1");
    }

    @Test
    @DisplayName("F5 a batch whose script is not cached is applied once")
    void flushedUnderLoad() throws Exception {
        Operation<String> operation = operation();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                int thread = i;
                running.add(threads.submit(() -> {
                    for (int round = 0; round < 100; round++) {
                        attempts(operation, "flush-" + thread + "-" + round);
                    }
                }));
            }
            for (Future<?> each : running) {
                while (!each.isDone()) {
                    server.command("SCRIPT FLUSH");
                }
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(runs).hasValue(800);
    }

    @Test
    @DisplayName(
            "F2 a server that does not answer is reported in time, and calls that were sent do no harm when it resumes")
    void paused() {
        store.close();
        store = RedisStore.builder(server.uri(proxy))
                .timeout(Duration.ofMillis(300))
                .build();
        RecordId id = Samples.id("paused");
        ClaimRequest request = Samples.request(id);
        server.pause();
        long before = System.nanoTime();
        assertThatThrownBy(() -> store.claim(request))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("within 300 ms")
                .hasMessageNotContaining(id.key());
        assertThat(System.nanoTime() - before).isLessThan(Duration.ofSeconds(5).toNanos());
        server.resume();
        ClaimResult result = Samples.eventually(() -> store.claim(request));
        assertThat(result).isInstanceOf(ClaimResult.Claimed.class);
        assertThat(result.record().attempt()).isEqualTo(1);
        assertThat(store.settle(id, result.record().token(), Samples.RESULT, Samples.RETENTION))
                .isEqualTo(OwnerWrite.APPLIED);
    }

    @Test
    @DisplayName("without a server the operation does not run; it runs again when the server is back")
    void unreachable() {
        store.close();
        store = RedisStore.builder(server.uri(proxy))
                .timeout(Duration.ofMillis(200))
                .build();
        Operation<String> operation = operation();
        server.kill();
        assertThatThrownBy(() -> attempts(operation, "down")).isInstanceOf(StoreException.class);
        assertThat(runs).hasValue(0);
        server.restart();
        assertThat(Samples.eventually(() -> attempts(operation, "down"))).startsWith("attempt ");
        assertThat(runs).hasValue(1);
    }
}
