package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.StoreException;
import dev.semel.servers.FlakyProxy;
import dev.semel.servers.RedisCluster;
import dev.semel.servers.RedisServer;
import dev.semel.store.ClaimResult;
import dev.semel.store.RecordId;
import dev.semel.store.Token;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a server answers to WAIT is about the writes of the connection that asks, and by some versions about nothing else. */
@DisplayName("waiting for replicas")
class ReplicaWaitTest {
    private final RedisServer master = RedisServer.start("--repl-diskless-sync-delay", "0");
    private final RedisServer replica = RedisServer.start("--repl-diskless-sync-delay", "0");

    @BeforeEach
    void replicate() {
        replica.command("REPLICAOF 127.0.0.1 " + master.port());
        Samples.await(
                "the replica in touch",
                () -> replica.command("INFO replication").contains("master_link_status:up"));
    }

    @AfterEach
    void close() {
        master.close();
        replica.close();
    }

    private static RedisStore open(String address, Duration atMost) {
        return RedisStore.builder(address).waitForReplicas(1, atMost).build();
    }

    private long expirations() {
        return master.command("INFO commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_pexpireat:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^=]*=([0-9]+),.*", "$1")))
                .sum();
    }

    private boolean isBlocked() {
        return master.command("INFO clients").contains("blocked_clients:1");
    }

    @Test
    @DisplayName("F5 a settlement that is sent again over another connection waits for replicas too")
    void settlementOverAnotherConnection() {
        RecordId id = Samples.id("another");
        try (RedisStore patient = open(master.uri(), Duration.ofSeconds(4));
                RedisStore first = open(master.uri(), Duration.ofMillis(100));
                RedisStore second = open(master.uri(), Duration.ofMillis(100))) {
            Token token = Samples.claim(patient, id);
            replica.pause();
            long before = expirations();
            for (RedisStore each : new RedisStore[] {first, second, first}) {
                assertThatThrownBy(() -> each.settle(id, token, Samples.RESULT, Samples.RETENTION))
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("only 0 of 1 replicas");
            }
            assertThat(expirations() - before)
                    .as("a repetition changes nothing, and still has to be something that a replica can confirm")
                    .isEqualTo(2);
            replica.resume();
            Samples.eventually(() -> second.settle(id, token, Samples.RESULT, Samples.RETENTION));
            Samples.await("the replica has it", () -> replica.command("DBSIZE").equals("1"));
            assertThat(patient.claim(Samples.request(id)).record().result()).isEqualTo(Samples.RESULT);
        }
    }

    @Test
    @DisplayName("F5 a WAIT that Lettuce resends over a new connection confirms nothing")
    void connectionLostWhileWaiting() throws Exception {
        try (RedisStore store = open(master.uri(), Duration.ofSeconds(2))) {
            Samples.claim(store, "warm");
            replica.pause();
            RecordId id = Samples.id("lost");
            CompletableFuture<ClaimResult> claim =
                    CompletableFuture.supplyAsync(() -> store.claim(Samples.request(id)));
            Samples.await(
                    "the claim on the master", () -> master.command("DBSIZE").equals("2"));
            Samples.await("a blocked WAIT", this::isBlocked);
            // Whether the client has read the claim's reply is not observable; a cut before that proves nothing.
            Thread.sleep(300);
            master.command("CLIENT KILL TYPE normal");
            assertThatThrownBy(() -> claim.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(StoreException.class);
            replica.resume();
        }
    }

    @Test
    @DisplayName("F5 a connection lost while waiting for replicas does not fail the call if they are in sync")
    void connectionLostAndReplicasThere() throws Exception {
        try (FlakyProxy proxy = FlakyProxy.to(master);
                RedisStore store = open(master.uri(proxy), Duration.ofSeconds(3))) {
            Samples.claim(store, "warm");
            replica.pause();
            RecordId id = Samples.id("lost");
            CompletableFuture<ClaimResult> claim =
                    CompletableFuture.supplyAsync(() -> store.claim(Samples.request(id)));
            Samples.await("a blocked WAIT", this::isBlocked);
            replica.resume();
            proxy.cut();
            ClaimResult result = claim.get(20, TimeUnit.SECONDS);
            assertThat(result).isInstanceOf(ClaimResult.Claimed.class);
            assertThat(result.record().attempt()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("is rejected in a cluster when the store is built")
    void inACluster() {
        try (RedisCluster cluster = RedisCluster.start()) {
            assertThatThrownBy(() -> open(cluster.uri(), Duration.ofMillis(100)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("not from a connection or for a cluster");
        }
    }
}
