package dev.semel.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.Fingerprint;
import dev.semel.Fingerprinter;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.StoreException;
import dev.semel.servers.RedisSentinel;
import dev.semel.servers.RedisServer;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.RecordId;
import dev.semel.testkit.history.History;
import dev.semel.testkit.history.rules.HistoryChecker;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a failover from a master to its replica")
class FailoverTest {
    private static final int CALLS = 40;

    private final RedisSentinel group = RedisSentinel.start();
    private final RedisServer master = group.master();
    private final RedisServer replica =
            group.nodes().stream().filter(node -> node != master).findFirst().orElseThrow();
    private final History history = new History(InstantSource.system());
    private final AtomicInteger runs = new AtomicInteger();

    @AfterEach
    void close() {
        group.close();
    }

    private String call(Operation<String> operation, String key) {
        Fingerprint fingerprint = Fingerprinter.byValue().of(key);
        Outcome<String> outcome = operation.attempt(key, key, context -> {
            String receipt = key + " run " + runs.incrementAndGet();
            history.ran(context.facts(), fingerprint, receipt.getBytes(UTF_8));
            return receipt;
        });
        String answer = outcome.orThrow();
        if (outcome instanceof Outcome.Executed<String> executed) {
            history.answered(executed.facts(), fingerprint, answer.getBytes(UTF_8));
        } else if (outcome instanceof Outcome.Replayed<String> replayed) {
            history.answered(replayed.facts(), fingerprint, answer.getBytes(UTF_8));
        }
        return answer;
    }

    private Operation<String> operation(RedisStore store) {
        return Semel.on(history.recording("node", store))
                .operation("failover", Codec.text())
                .lease(Duration.ofMinutes(5))
                .build();
    }

    private boolean brokeARule() {
        return !new HistoryChecker(Duration.ofSeconds(30)).check(history).isEmpty();
    }

    private void failOver() {
        master.kill();
        group.awaitMasterOtherThan(master);
    }

    @Test
    @DisplayName("F5 keeps replicated records, loads the scripts on the new master, and continues")
    void replicatedRecordsStay() {
        try (RedisStore store = RedisStore.at(group.uri())) {
            Operation<String> operation = operation(store);
            for (int i = 0; i < CALLS; i++) {
                call(operation, "key-" + i);
            }
            Samples.await("the replica has all", () -> replica.command("DBSIZE").equals(String.valueOf(CALLS)));
            failOver();
            for (int i = 0; i < CALLS; i++) {
                String key = "key-" + i;
                assertThat(Samples.eventually(() -> call(operation, key))).isEqualTo(key + " run " + (i + 1));
            }
            assertThat(Samples.eventually(() -> call(operation, "new"))).isEqualTo("new run " + (CALLS + 1));
            assertThat(brokeARule()).isFalse();
        }
    }

    @Test
    @DisplayName("F5 loses acknowledged records that were not replicated: they are detected, counted, and run again")
    void acknowledgedRecordsAreLost() {
        try (RedisStore store = RedisStore.at(group.uri())) {
            Operation<String> operation = operation(store);
            call(operation, "warm");
            Samples.await(
                    "the replica in touch", () -> replica.command("DBSIZE").equals("1"));
            // What is under way in the network would still arrive, so the connection has to go as well.
            replica.pause();
            master.command("CLIENT KILL TYPE replica");
            for (int i = 0; i < CALLS; i++) {
                call(operation, "key-" + i);
            }
            master.kill();
            replica.resume();
            group.awaitMasterOtherThan(master);
            int lost = 0;
            for (int i = 0; i < CALLS; i++) {
                RecordId id = new RecordId("failover", "", "key-" + i);
                lost += Samples.eventually(() -> store.find(id)).isEmpty() ? 1 : 0;
            }
            System.out.println("lost by the failover: " + lost + " of " + CALLS + " acknowledged records");
            assertThat(lost).isEqualTo(CALLS);
            assertThat(brokeARule()).isFalse();
            for (int i = 0; i < CALLS; i++) {
                call(operation, "key-" + i);
            }
            assertThat(runs).hasValue(1 + CALLS + lost);
            assertThat(brokeARule()).as("the checker sees that work ran twice").isTrue();
        }
    }

    @Test
    @DisplayName("F5 with waitForReplicas, a claim that no replica has is not acknowledged and does not run")
    void waitingForReplicas() {
        try (RedisStore store = RedisStore.builder(group.uri())
                .waitForReplicas(1, Duration.ofMillis(200))
                .build()) {
            Operation<String> operation = operation(store);
            call(operation, "warm");
            replica.pause();
            RecordId id = Samples.id("unheard");
            ClaimRequest request = Samples.request(id);
            assertThatThrownBy(() -> store.claim(request))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("only 0 of 1 replicas");
            assertThatThrownBy(() -> call(operation, "unheard")).isInstanceOf(StoreException.class);
            assertThat(runs).hasValue(1);
            replica.resume();
            ClaimResult again = Samples.eventually(() -> store.claim(request));
            assertThat(again).isInstanceOf(ClaimResult.Claimed.class);
            assertThat(again.record().attempt()).isEqualTo(1);
            for (int i = 0; i < CALLS; i++) {
                call(operation, "key-" + i);
            }
            failOver();
            for (int i = 0; i < CALLS; i++) {
                String key = "key-" + i;
                Samples.eventually(() -> call(operation, key));
            }
            assertThat(runs).hasValue(1 + CALLS);
            assertThat(brokeARule()).isFalse();
            assertThatThrownBy(() -> call(operation, "no replica is left")).isInstanceOf(StoreException.class);
            assertThat(runs).hasValue(1 + CALLS);
        }
    }

    @Test
    @DisplayName("a settlement that no replica confirms is sent again, and waits for the replicas again")
    void settlementSentAgain() {
        try (RedisStore store = RedisStore.builder(group.uri())
                .waitForReplicas(1, Duration.ofMillis(200))
                .connections(1)
                .build()) {
            RecordId id = Samples.id("settled");
            var token = Samples.claim(store, id);
            replica.pause();
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> store.settle(id, token, Samples.RESULT, Samples.RETENTION))
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("only 0 of 1 replicas");
            }
            // A new connection has written nothing yet, and must wait all the same.
            try (RedisStore fresh = RedisStore.builder(group.uri())
                    .waitForReplicas(1, Duration.ofMillis(200))
                    .build()) {
                assertThatThrownBy(() -> fresh.settle(id, token, Samples.RESULT, Samples.RETENTION))
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("only 0 of 1 replicas");
            }
            replica.resume();
            Samples.eventually(() -> store.settle(id, token, Samples.RESULT, Samples.RETENTION));
        }
    }

    @Test
    @DisplayName("moves to the new master when the old one becomes a replica under an open connection")
    void demotedMaster() {
        // Not one of the group: its Sentinels would set the roles right. No server listens on port 1, so that it never
        // loads another's data.
        try (RedisServer alone = RedisServer.start();
                RedisStore store = RedisStore.at(alone.uri())) {
            Samples.claim(store, "before");
            alone.command("REPLICAOF 127.0.0.1 1");
            assertThatThrownBy(() -> store.claim(Samples.request(Samples.id("demoted"))))
                    .isInstanceOf(StoreException.class)
                    .hasStackTraceContaining("READONLY");
            alone.command("REPLICAOF NO ONE");
            Samples.eventually(() -> store.claim(Samples.request(Samples.id("promoted"))));
        }
    }

    @Test
    @DisplayName("F5 moves to the new master when the old one freezes without closing its connections")
    void frozenMaster() {
        assertLeft(RedisStore.builder(group.uri()).timeout(Duration.ofMillis(500)));
    }

    @Test
    @DisplayName("F5 moves to the new master even if the client's timeout is shorter than the store's")
    void frozenMasterAndImpatientClient() {
        RedisURI address = RedisURI.create(group.uri());
        address.setTimeout(Duration.ofMillis(500));
        RedisClient client = RedisClient.create(address);
        try {
            assertLeft(RedisStore.builder(client));
        } finally {
            client.shutdown();
        }
    }

    private void assertLeft(RedisStore.Builder builder) {
        try (RedisStore store = builder.build()) {
            Samples.claim(store, "before");
            Samples.await("the replica has it", () -> replica.command("DBSIZE").equals("1"));
            master.pause();
            group.awaitMasterOtherThan(master);
            Samples.await("calls on the new master", () -> isAnswered(store));
            // Each connection detects this separately.
            assertThat(Samples.eventually(() -> store.claim(Samples.request(Samples.id("before")))))
                    .isInstanceOf(ClaimResult.Busy.class);
        }
    }

    private static boolean isAnswered(RedisStore store) {
        try {
            return store.claim(Samples.request(Samples.id("after"))) != null;
        } catch (StoreException e) {
            return false;
        }
    }
}
