package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.StoreException;
import dev.semel.redis.RedisConcern.Kind;
import dev.semel.servers.RedisCluster;
import dev.semel.servers.RedisSentinel;
import dev.semel.servers.RedisServer;
import dev.semel.store.BrowsableStore.Query;
import dev.semel.store.RecordId;
import dev.semel.store.Token;
import dev.semel.store.WatchableStore.Watch;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("at start-up")
class StartUpTest {

    private static List<Kind> kinds(String address) {
        try (RedisStore store = RedisStore.at(address)) {
            assertThat(store.concerns())
                    .allSatisfy(each -> assertThat(each.meaning()).contains("operations run again"));
            return store.concerns().stream().map(RedisConcern::kind).toList();
        }
    }

    @Test
    @DisplayName("F5 a durable server raises no concern")
    void nothing() {
        assertThat(kinds(RedisServer.shared().uri())).isEmpty();
    }

    @ParameterizedTest(name = "F5 maxmemory-policy {0} is reported")
    @ValueSource(strings = {"allkeys-lru", "allkeys-lfu", "allkeys-random", "volatile-lru", "volatile-ttl"})
    void eviction(String policy) {
        try (RedisServer server = RedisServer.start("--maxmemory", "100mb", "--maxmemory-policy", policy)) {
            assertThat(kinds(server.uri())).containsExactly(Kind.MAY_EVICT);
        }
    }

    @Test
    @DisplayName("F5 missing and late persistence are reported")
    void persistence() {
        try (RedisServer server = RedisServer.start("--appendonly", "no")) {
            assertThat(kinds(server.uri())).containsExactly(Kind.NOT_PERSISTENT);
        }
        try (RedisServer server = RedisServer.start("--appendonly", "no", "--save", "3600 1")) {
            assertThat(kinds(server.uri())).containsExactly(Kind.PERSISTED_LATE);
        }
        try (RedisServer server = RedisServer.start("--appendfsync", "everysec")) {
            assertThat(kinds(server.uri())).containsExactly(Kind.PERSISTED_LATE);
        }
        try (RedisServer server = RedisServer.start("--no-appendfsync-on-rewrite", "yes")) {
            assertThat(kinds(server.uri())).containsExactly(Kind.PERSISTED_LATE);
        }
    }

    @Test
    @DisplayName("F5 replicas are reported, and so is each server of a cluster")
    void groups() {
        try (RedisSentinel group = RedisSentinel.start()) {
            assertThat(kinds(group.uri())).containsExactly(Kind.ASYNCHRONOUS_REPLICAS);
        }
        try (RedisCluster cluster = RedisCluster.start()) {
            cluster.nodes().get(1).command("CONFIG SET maxmemory-policy allkeys-lru");
            assertThat(kinds(cluster.uri())).containsExactly(Kind.MAY_EVICT);
        }
    }

    @Test
    @DisplayName("a server that does not expose its configuration is reported")
    void unknown() {
        try (RedisServer server = RedisServer.start()) {
            server.command("ACL SETUSER default -info -config");
            try (RedisStore store = RedisStore.at(server.uri())) {
                assertThat(store.concerns()).extracting(RedisConcern::kind).containsExactly(Kind.UNKNOWN);
            }
        }
    }

    @Test
    @DisplayName("a user with the documented permissions can do everything, on its own keys only")
    void leastRights() throws InterruptedException {
        try (RedisServer server = RedisServer.start()) {
            server.command("ACL SETUSER semel on >secret ~semel:* &semel:* -@all +evalsha +eval +get +set +getrange"
                    + " +setrange +pexpireat +time +publish +subscribe +unsubscribe +scan +info +config|get +wait");
            String address = "redis://semel:secret@" + server.host() + ":" + server.port();
            try (RedisStore store = RedisStore.at(address)) {
                RecordId id = Samples.id("rights");
                Token token = Samples.claim(store, id);
                Semaphore hints = new Semaphore(0);
                try (Watch watch = store.watch(id, hints::release)) {
                    assertThat(hints.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
                    hints.drainPermits();
                    store.renew(id, token, Samples.request(id).terms());
                    Samples.settle(store, id, token, new byte[] {1});
                    Samples.settle(store, id, token, new byte[] {1});
                    assertThat(hints.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
                }
                assertThat(store.concerns()).isEmpty();
                assertThat(store.browse(Query.first(10))).hasSize(1);
            }
            assertThatThrownBy(() -> {
                        try (RedisStore store =
                                RedisStore.builder(address).prefix("other:").build()) {
                            store.claim(Samples.request(Samples.id("rights")));
                        }
                    })
                    .isInstanceOf(StoreException.class);
        }
    }

    @Test
    @DisplayName("F5 a store refuses to start with a refused concern, and the message names it")
    void refused() {
        try (RedisServer server = RedisServer.start("--maxmemory-policy", "allkeys-lru")) {
            assertThatThrownBy(() -> RedisStore.builder(server.uri())
                            .refuse(Kind.MAY_EVICT, Kind.NOT_PERSISTENT)
                            .build())
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("allkeys-lru")
                    .hasMessageContaining("noeviction");
            RedisStore.builder(server.uri()).refuse(Kind.NOT_PERSISTENT).build().close();
        }
    }

    @Test
    @DisplayName("an invalid setting or address is rejected, and the message does not contain the password")
    void wrongSettings() {
        String address = RedisServer.shared().uri();
        assertThatThrownBy(() -> RedisStore.builder(address).connections(0).build())
                .isInstanceOf(IllegalArgumentException.class);
        for (Duration wrong : List.of(Duration.ZERO, Duration.ofSeconds(-1), Duration.ofSeconds(Long.MAX_VALUE))) {
            assertThatThrownBy(() -> RedisStore.builder(address).timeout(wrong).build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("timeout");
        }
        assertThatThrownBy(() -> RedisStore.builder(address)
                        .maxResultBytes(Integer.MAX_VALUE)
                        .build())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RedisStore.builder(address).prefix("a b").build())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RedisStore.builder(address)
                        .waitForReplicas(1, Duration.ofSeconds(10))
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("timeout");
        for (String wrong : List.of("http://u:secret@localhost", "redis://u:secret@", "redis-cluster://", "secret")) {
            assertThatThrownBy(() -> RedisStore.at(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasNoCause()
                    .hasMessageNotContaining("secret");
        }
        assertThatThrownBy(() -> RedisStore.at("redis://127.0.0.1:1"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("cannot reach Redis");
    }

    @Test
    @DisplayName("waitForReplicas is rejected on a connection that the application shares")
    void waitOnABorrowedConnection() {
        RedisClient client = RedisClient.create(RedisServer.shared().uri());
        try {
            assertThatThrownBy(() -> RedisStore.builder(client.connect())
                            .waitForReplicas(1, Duration.ofMillis(100))
                            .build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("dedicated connections");
        } finally {
            client.shutdown();
        }
    }
}
