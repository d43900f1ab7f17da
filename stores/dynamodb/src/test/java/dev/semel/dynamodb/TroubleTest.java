package dev.semel.dynamodb;

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
import dev.semel.servers.DynamoDbLocal;
import dev.semel.store.Store;
import dev.semel.testkit.history.History;
import dev.semel.testkit.history.rules.HistoryChecker;
import java.time.Duration;
import java.time.InstantSource;
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
import org.junit.jupiter.api.Timeout;

/** A dedicated server that is killed, restarted and paused. */
@Timeout(300)
@DisplayName("when DynamoDB is killed or paused")
class TroubleTest {
    private static final Duration SKEW = Duration.ofMillis(50);
    private DynamoDbLocal server;

    @BeforeEach
    void start() {
        server = DynamoDbLocal.start();
    }

    @AfterEach
    void close() {
        server.close();
    }

    private DynamoDbStore open() {
        return DynamoDbStore.builder(Clients.blocking(server.uri()))
                .table("trouble")
                .skewAllowance(SKEW)
                .createTable(true)
                .build();
    }

    @Test
    @DisplayName("F1 between claim and settlement, the settlement is sent again within the lease")
    void restart() {
        Operation<String> operation = Semel.on(open())
                .operation("restart", Codec.text())
                .lease(Duration.ofMinutes(2))
                .build();
        Outcome<String> outcome = operation.attempt("restart", "r", context -> {
            server.kill();
            server.restart();
            return "receipt";
        });
        assertThat(outcome).isInstanceOf(Outcome.Executed.class);
        assertThat(operation.once("restart", "r", () -> "never")).isEqualTo("receipt");
    }

    @Test
    @DisplayName("F1 F2 the rules hold for several nodes on contended keys")
    void rulesHold() throws Exception {
        History history = new History(InstantSource.system());
        AtomicInteger answers = new AtomicInteger();
        call(operationOf(history.recording("first", open())), history, "warm");
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<?>> running = new ArrayList<>();
        try {
            for (int node = 0; node < 2; node++) {
                Operation<String> operation = operationOf(history.recording("node-" + node, open()));
                for (int thread = 0; thread < 2; thread++) {
                    running.add(threads.submit(() -> {
                        for (int i = 0; !over.get(); i++) {
                            boolean answered = call(operation, history, "hot-" + i / 4);
                            answers.addAndGet(answered ? 1 : 0);
                            Thread.sleep(answered ? 0 : 50);
                        }
                        return null;
                    }));
                }
            }
            awaitMore(answers);
            server.kill();
            server.restart();
            awaitMore(answers);
            server.pause();
            awaitStandstill(answers);
            server.resume();
            awaitMore(answers);
            over.set(true);
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(new HistoryChecker(SKEW).check(history)).isEmpty();
    }

    /** Waits until the nodes make progress again. */
    private static void awaitMore(AtomicInteger answers) throws InterruptedException {
        int enough = answers.get() + 15;
        while (answers.get() < enough) {
            Thread.sleep(20);
        }
    }

    /** Waits until no node has got an answer for most of a lease. */
    private static void awaitStandstill(AtomicInteger answers) throws InterruptedException {
        int last = answers.get();
        for (long since = System.nanoTime(); System.nanoTime() - since < 1_500_000_000L; Thread.sleep(20)) {
            int now = answers.get();
            since = now == last ? since : System.nanoTime();
            last = now;
        }
    }

    private static Operation<String> operationOf(Store store) {
        return Semel.on(store)
                .operation("trouble", Codec.text())
                .lease(Duration.ofSeconds(2))
                .whileRunning(waitUpTo(Duration.ofSeconds(3)))
                .build();
    }

    private static boolean call(Operation<String> operation, History history, String key) {
        Fingerprint fingerprint = Fingerprinter.byValue().of(key);
        try {
            Outcome<String> outcome = operation.attempt(key, key, context -> {
                String receipt = key + " " + System.nanoTime();
                history.ran(context.facts(), fingerprint, receipt.getBytes(UTF_8));
                return receipt;
            });
            if (outcome instanceof Outcome.Executed<String> executed) {
                history.answered(executed.facts(), fingerprint, executed.value().getBytes(UTF_8));
                return true;
            } else if (outcome instanceof Outcome.Replayed<String> replayed) {
                history.answered(replayed.facts(), fingerprint, replayed.value().getBytes(UTF_8));
                return true;
            }
        } catch (SemelException e) {
            return false;
        }
        return false;
    }
}
